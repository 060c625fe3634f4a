import type { NewSession, Opening } from '../session/session.ts';
import { at, Prisma } from './database.ts';
import { insertLogEntry } from './insert-log-entry.ts';

/**
 * The statement that stores sessions and their row if what they rest on still stands; it writes one row or none. It
 * locks what it looks at: whoever changes that first makes the condition fail, and whoever comes after finds the
 * sessions there and ends them. Accounts are locked before members, and those before sessions, everywhere.
 */
export function startSessions(
  sessions: readonly NewSession[],
  { account, orgId, sourceId, row }: Opening,
): Prisma.Sql {
  const unchanged = Prisma.sql`id = ${account.id}::uuid and status = 'active'
    and tokens_valid_after is not distinct from ${account.tokensValidAfter?.toISOString() ?? null}::timestamptz`;
  const isSignIn = sourceId === undefined;
  const person = Prisma.sql`select id from users where ${unchanged}
    ${isSignIn ? Prisma.sql`for no key update` : Prisma.sql`for share`}`;
  const member =
    orgId === null
      ? Prisma.sql`select id from person`
      : Prisma.sql`select m.id from members m, person p
          where m.user_id = p.id and m.org_id = ${orgId}::uuid and m.status = 'active' for share of m`;
  const source = isSignIn
    ? Prisma.sql`select id from member`
    : Prisma.sql`select s.id from sessions s, member
          where s.id = ${sourceId}::uuid and s.revoked_at is null for share of s`;
  const stands = Prisma.sql`exists (select from source)`;
  return Prisma.sql`
    with person as (${person}), member as (${member}), source as (${source}), opened as (
      insert into sessions (id, kind, root_id, token_hash, user_id, org_id, client_id, amr, auth_time, jkt, fingerprint,
        ip, user_agent, created_at, last_seen_at, expires_at, tokens_valid_after)
      select made.* from (values ${Prisma.join(sessions.map(valuesOf))}) made where ${stands}
    ), noted as (
      update users set last_login_at = ${at(row.createdAt)}
      where id = ${account.id}::uuid and ${isSignIn} and ${stands}
    ) ${insertLogEntry(row, stands)}`;
}

function valuesOf(session: NewSession): Prisma.Sql {
  const { id, kind, rootId, tokenHash, userId, orgId, clientId, amr, jkt, fingerprint } = session;
  return Prisma.sql`(${id}::uuid, ${kind}, ${rootId}::uuid, ${tokenHash}, ${userId}::uuid, ${orgId}::uuid,
    ${clientId}, ${[...amr]}::text[], ${at(session.authTime)}, ${jkt}, ${fingerprint}, ${session.ip},
    ${session.userAgent}, ${at(session.createdAt)}, ${at(session.lastSeenAt)}, ${at(session.expiresAt)},
    ${session.tokensValidAfter?.toISOString() ?? null}::timestamptz)`;
}
