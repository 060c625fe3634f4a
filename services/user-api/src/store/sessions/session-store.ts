import { fieldsBut, selectList } from '@latchkey/database';
import type { SessionModel } from '../../../prisma/generated/models.ts';
import type { SessionStore } from '../../sessions/session-store.ts';
import { touchIntervalSeconds, type Session } from '../../sessions/session.ts';
import { isClosed } from '../clients/client-store.ts';
import { at, Prisma, type Database } from '../database.ts';
import { writeLog } from '../request-log/write-log.ts';
import { endSessions, lockAccount } from './end-sessions.ts';
import { createSessionSearch, isUnderWay } from './session-list.ts';
import { isFull, startAnd } from './session-room.ts';
import { startSessions } from './start-sessions.ts';

type Row = Omit<SessionModel, 'tokenHash' | 'revokedAt'>;

const columns = Prisma.raw(selectList(fieldsBut(Prisma.SessionScalarFieldEnum, 'tokenHash', 'revokedAt')));

/** The condition that the root of a session `t`, if it has one, is not revoked. */
export const hasLiveRoot = Prisma.sql`not exists (
  select from sessions r where r.id = t.root_id and r.revoked_at is not null)`;

export function createSessionStore(database: Database): SessionStore {
  async function find(condition: Prisma.Sql, now: Date) {
    const [row] = await database.query<Row & { isLive: boolean }>(Prisma.sql`
      select ${columns}, t.revoked_at is null and ${isUnderWay(at(now))} and ${hasLiveRoot}
        and not exists (select from oauth_clients c where c.id = t.client_id and ${isClosed}) as "isLive"
      from sessions t where ${condition}`);
    if (row === undefined) return undefined;
    const { isLive, ...session } = row;
    return { session: toSession(session), isLive };
  }

  async function findLive(condition: Prisma.Sql, now: Date): Promise<Session | undefined> {
    const found = await find(condition, now);
    return found?.isLive ? found.session : undefined;
  }

  return {
    async start(sessions, opening) {
      const { room, madeBefore = [] } = opening;
      const isOne =
        madeBefore.length === 0 &&
        (room === undefined || !(await isFull(database, sessions, { ...opening, room })));
      if (isOne) return (await database.execute(startSessions(sessions, opening))) >= 1;
      return database.prisma.$transaction((transaction) => startAnd(transaction, sessions, opening));
    },
    find: (sessionId, now) => find(Prisma.sql`t.id = ${sessionId}::uuid`, now),
    findLive: (sessionId, now) => findLive(Prisma.sql`t.id = ${sessionId}::uuid`, now),
    findLiveRoot: (tokenHash, now) => findLive(Prisma.sql`t.token_hash = ${tokenHash}`, now),
    async confirm(id, now) {
      await database.prisma.session.updateMany({ where: { id, revokedAt: null }, data: { authTime: now } });
    },
    async touch(sessionId, now) {
      await database.execute(Prisma.sql`
        update sessions set last_seen_at = ${at(now)}
        where id = ${sessionId}::uuid
          and last_seen_at < ${at(now)} - make_interval(secs => ${touchIntervalSeconds}::float8)`);
    },
    revoke: (sessionId, row) =>
      database.prisma.$transaction(async (transaction) => {
        const isMeant = Prisma.sql`id = ${sessionId}::uuid`;
        await lockAccount(transaction, Prisma.sql`select user_id from sessions where ${isMeant}`);
        const ended = await endSessions(transaction, isMeant, row.createdAt);
        if (ended.length > 0) await transaction.$executeRaw(writeLog([row]));
        return ended;
      }),
    async findOwner(sessionId) {
      const where = { id: sessionId, revokedAt: null };
      const select = { userId: true, orgId: true };
      return (await database.prisma.session.findUnique({ where, select })) ?? undefined;
    },
    revokeAll: (userId, row, { kept = [], orgId } = {}) =>
      database.prisma.$transaction(async (transaction) => {
        await lockAccount(transaction, Prisma.sql`${userId}::uuid`);
        const ofOrg = orgId === undefined ? Prisma.empty : Prisma.sql`and org_id = ${orgId}::uuid`;
        const isMeant = Prisma.sql`user_id = ${userId}::uuid ${ofOrg}`;
        const ended = await endSessions(transaction, isMeant, row.createdAt, kept);
        await transaction.$executeRaw(writeLog([row]));
        return ended;
      }),
    search: createSessionSearch(database),
  };
}

function toSession(row: Row): Session {
  return { ...row, kind: row.kind as Session['kind'] };
}
