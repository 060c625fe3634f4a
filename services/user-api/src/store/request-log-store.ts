import type { RequestLogStore } from '../request-log/request-log.ts';
import { at, type Database } from './database.ts';

/** The request log in Postgres. */
export function createRequestLogStore(database: Database): RequestLogStore {
  return {
    async add(entry) {
      const { id, event, outcome, code, method, userId, orgId, clientId, ip, userAgent, createdAt } = entry;
      await database.$executeRaw`
        insert into request_log (id, event, outcome, code, method, user_id, org_id, client_id, ip, user_agent,
          created_at)
        values (${id}::uuid, ${event}, ${outcome}, ${code}, ${method}, ${userId}::uuid, ${orgId}::uuid, ${clientId},
          ${ip}, ${userAgent}, ${at(createdAt)})`;
    },
    prune: (before) => database.$executeRaw`delete from request_log where created_at < ${at(before)}`,
  };
}
