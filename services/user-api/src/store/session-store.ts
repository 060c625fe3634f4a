import {
  childIdleSeconds,
  rootIdleSeconds,
  touchIntervalSeconds,
  type Session,
  type SessionStore,
} from '../session/session.ts';
import { at, Prisma, type Database } from './database.ts';
import { endSessions, ofUserBut } from './end-sessions.ts';
import { startSessions } from './start-sessions.ts';

const columns = Prisma.raw(`s.id, s.kind, s.root_id as "rootId", s.user_id as "userId", s.org_id as "orgId",
  s.client_id as "clientId", s.amr, s.auth_time as "authTime", s.jkt, s.fingerprint, s.ip,
  s.user_agent as "userAgent", s.created_at as "createdAt", s.last_seen_at as "lastSeenAt",
  s.expires_at as "expiresAt", s.tokens_valid_after as "tokensValidAfter"`);

/** Root sessions and their children in Postgres. */
export function createSessionStore(database: Database): SessionStore {
  async function find(condition: Prisma.Sql, now: Date) {
    const rows = await database.$queryRaw<(Session & { isLive: boolean })[]>`
      select ${columns}, s.revoked_at is null and s.expires_at > ${at(now)}
        and s.last_seen_at > ${at(now)} - make_interval(secs =>
          case s.kind when 'root' then ${rootIdleSeconds}::float8 else ${childIdleSeconds}::float8 end)
        and not exists (select from sessions r where r.id = s.root_id and r.revoked_at is not null) as "isLive"
      from sessions s where ${condition}`;
    const [row] = rows;
    if (row === undefined) return undefined;
    const { isLive, ...session } = row;
    return { session, isLive };
  }

  async function findLive(condition: Prisma.Sql, now: Date): Promise<Session | undefined> {
    const found = await find(condition, now);
    return found?.isLive ? found.session : undefined;
  }

  return {
    start: async (sessions, opening) => (await database.$executeRaw(startSessions(sessions, opening))) === 1,
    find: (sessionId, now) => find(Prisma.sql`s.id = ${sessionId}::uuid`, now),
    findLive: (sessionId, now) => findLive(Prisma.sql`s.id = ${sessionId}::uuid`, now),
    findLiveRoot: (tokenHash, now) => findLive(Prisma.sql`s.token_hash = ${tokenHash}`, now),
    async touch(sessionId, now) {
      await database.$executeRaw`
        update sessions set last_seen_at = ${at(now)}
        where id = ${sessionId}::uuid
          and last_seen_at < ${at(now)} - make_interval(secs => ${touchIntervalSeconds}::float8)`;
    },
    revoke: (sessionId, now) =>
      endSessions(database, Prisma.sql`(id = ${sessionId}::uuid or root_id = ${sessionId}::uuid)`, now),
    async findOwner(sessionId) {
      const rows = await database.$queryRaw<{ userId: string }[]>`
        select user_id as "userId" from sessions where id = ${sessionId}::uuid and revoked_at is null`;
      return rows[0]?.userId;
    },
    revokeAll: (userId, now, kept = []) =>
      database.$transaction(async (transaction) => {
        // Waits for sessions that are being opened, so that the next statement sees them.
        await transaction.$executeRaw`select from users where id = ${userId}::uuid for update`;
        return endSessions(transaction, ofUserBut(userId, kept), now);
      }),
  };
}
