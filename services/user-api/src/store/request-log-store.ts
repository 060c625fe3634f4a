import type { RequestLogStore } from '../request-log/request-log.ts';
import { at, type Database } from './database.ts';
import { insertLogEntry } from './insert-log-entry.ts';

/** The request log in Postgres. */
export function createRequestLogStore(database: Database): RequestLogStore {
  return {
    async add(entry) {
      await database.$executeRaw(insertLogEntry(entry));
    },
    prune: (before) => database.$executeRaw`delete from request_log where created_at < ${at(before)}`,
  };
}
