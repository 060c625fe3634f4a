import type { RequestLogStore } from '../request-log/request-log.ts';
import type { Database } from './database.ts';

/** The request log in PostgreSQL. */
export function createRequestLogStore({ prisma }: Database): RequestLogStore {
  return {
    async add(entry) {
      await prisma.requestLogEntry.create({ data: entry });
    },
  };
}
