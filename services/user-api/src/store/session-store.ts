import {
  childIdleSeconds,
  rootIdleSeconds,
  touchIntervalSeconds,
  type NewSession,
  type Session,
  type SessionStore,
} from '../session/session.ts';
import { Prisma, at, type Database } from './database.ts';

const columns = Prisma.raw(`s.id, s.kind, s.root_id as "rootId", s.user_id as "userId", s.org_id as "orgId",
  s.client_id as "clientId", s.amr, s.auth_time as "authTime", s.jkt, s.fingerprint, s.ip,
  s.user_agent as "userAgent", s.created_at as "createdAt", s.last_seen_at as "lastSeenAt",
  s.expires_at as "expiresAt"`);

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
    async start(sessions, signedInAt) {
      const insert = Prisma.sql`insert into sessions (id, kind, root_id, token_hash, user_id, org_id, client_id,
        amr, auth_time, jkt, fingerprint, ip, user_agent, created_at, last_seen_at, expires_at)
        values ${Prisma.join(sessions.map(valuesOf))}`;
      if (signedInAt === undefined) await database.$executeRaw(insert);
      else {
        await database.$executeRaw`
          with signed_in as (
            update users set last_login_at = ${at(signedInAt)} where id = ${sessions[0]?.userId}::uuid
          ) ${insert}`;
      }
    },
    find: (sessionId, now) => find(Prisma.sql`s.id = ${sessionId}::uuid`, now),
    findLive: (sessionId, now) => findLive(Prisma.sql`s.id = ${sessionId}::uuid`, now),
    findLiveRoot: (tokenHash, now) => findLive(Prisma.sql`s.token_hash = ${tokenHash}`, now),
    async touch(sessionId, now) {
      await database.$executeRaw`
        update sessions set last_seen_at = ${at(now)}
        where id = ${sessionId}::uuid
          and last_seen_at < ${at(now)} - make_interval(secs => ${touchIntervalSeconds}::float8)`;
    },
    async revoke(sessionId, now) {
      const rows = await database.$queryRaw<{ id: string }[]>`
        update sessions set revoked_at = ${at(now)}
        where (id = ${sessionId}::uuid or root_id = ${sessionId}::uuid) and revoked_at is null
        returning id`;
      return rows.map(({ id }) => id);
    },
    async findOwner(sessionId) {
      const rows = await database.$queryRaw<{ userId: string }[]>`
        select user_id as "userId" from sessions where id = ${sessionId}::uuid and revoked_at is null`;
      return rows[0]?.userId;
    },
    async revokeAll(userId, now, { kept = [], orgId } = {}) {
      const ofOrg = orgId === undefined ? Prisma.empty : Prisma.sql`and org_id = ${orgId}::uuid`;
      const rows = await database.$queryRaw<{ id: string }[]>`
        update sessions set revoked_at = ${at(now)}
        where user_id = ${userId}::uuid and revoked_at is null and id <> all(${[...kept]}::uuid[]) ${ofOrg}
        returning id`;
      return rows.map(({ id }) => id);
    },
  };
}

function valuesOf(session: NewSession): Prisma.Sql {
  const { id, kind, rootId, tokenHash, userId, orgId, clientId, amr, jkt, fingerprint } = session;
  return Prisma.sql`(${id}::uuid, ${kind}, ${rootId}::uuid, ${tokenHash}, ${userId}::uuid, ${orgId}::uuid,
    ${clientId}, ${[...amr]}::text[], ${at(session.authTime)}, ${jkt}, ${fingerprint}, ${session.ip},
    ${session.userAgent}, ${at(session.createdAt)}, ${at(session.lastSeenAt)}, ${at(session.expiresAt)})`;
}
