import type { RequestLogStore } from '../request-log/request-log.ts';
import { at, Prisma, type Database } from './database.ts';
import { addRows, removeRows } from './row-counts.ts';

/** The request log in PostgreSQL. */
export function createRequestLogStore({ execute }: Pick<Database, 'execute'>): RequestLogStore {
  return {
    async add(entry) {
      await execute(addRows('request_log', [entry]));
    },
    async remove({ id, createdAt }) {
      const removal = Prisma.sql`delete from request_log where id = ${id}::uuid and created_at = ${at(createdAt)}`;
      await execute(removeRows('request_log', removal));
    },
  };
}
