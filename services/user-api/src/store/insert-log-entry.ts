import type { LogEntry } from '../request-log/request-log.ts';
import { at, Prisma } from './database.ts';

/** The statement that writes a row of the request log; `when` is a condition that it is written under. */
export function insertLogEntry(entry: LogEntry, when: Prisma.Sql = Prisma.sql`true`): Prisma.Sql {
  const { id, event, outcome, code, method, userId, orgId, clientId, ip, userAgent, createdAt } = entry;
  return Prisma.sql`
    insert into request_log (id, event, outcome, code, method, user_id, org_id, client_id, ip, user_agent,
      created_at)
    select ${id}::uuid, ${event}, ${outcome}, ${code}, ${method}, ${userId}::uuid, ${orgId}::uuid, ${clientId},
      ${ip}, ${userAgent}, ${at(createdAt)}
    where ${when}`;
}
