import type { RequestLogStore } from '../request-log/request-log.ts';
import type { Database } from './database.ts';
import { addRows } from './row-counts.ts';

/** The request log in PostgreSQL. */
export function createRequestLogStore({ execute }: Pick<Database, 'execute'>): RequestLogStore {
  return {
    async add(entry) {
      await execute(addRows('request_log', [entry]));
    },
  };
}
