import type { NewSession, Opening, Room } from '../../sessions/session-store.ts';
import { at, Prisma, type Database, type Transaction } from '../database.ts';
import { writeLog } from '../request-log/write-log.ts';
import { endSessions, lockAccount } from './end-sessions.ts';
import { isUnderWay } from './session-list.ts';
import { startSessions } from './start-sessions.ts';

type OpeningInRoom = Opening & { readonly room: Room };

export async function isFull(
  { query }: Pick<Database, 'query'>,
  sessions: readonly NewSession[],
  { account, room, row }: OpeningInRoom,
): Promise<boolean> {
  const most = Math.max(0, room.most - sessions.length);
  const found = await query(Prisma.sql`select ${liveOf(account.id, row.createdAt)} offset ${most} limit 1`);
  return found.length > 0;
}

/**
 * Opens sessions, and ends what the same request has opened before and, in an account without room, the longest unused
 * ones. Answers as {@link SessionStore.start}.
 */
export async function startAnd(
  transaction: Transaction,
  sessions: readonly NewSession[],
  opening: Opening,
): Promise<boolean> {
  const { account, room, row, madeBefore = [] } = opening;
  // Before the statement locks the account more weakly: two of them would wait for each other.
  await lockAccount(transaction, Prisma.sql`${account.id}::uuid`);
  if ((await transaction.$executeRaw(startSessions(sessions, opening))) === 0) return false;
  // Nobody received the secrets of the first.
  if (madeBefore.length > 0)
    await endSessions(transaction, Prisma.sql`id = any(${[...madeBefore]}::uuid[])`, row.createdAt);
  if (room !== undefined) await makeRoom(transaction, sessions, { ...opening, room });
  return true;
}

async function makeRoom(
  transaction: Transaction,
  sessions: readonly NewSession[],
  { account, room, row, sourceId }: OpeningInRoom,
): Promise<void> {
  const kept = [...sessions.flatMap(({ id, rootId }) => [id, rootId]), sourceId].filter(
    (id) => id !== undefined && id !== null,
  );
  // A root was used when what hangs on it was.
  const surplus = Prisma.sql`id in (
    select t.id ${liveOf(account.id, row.createdAt)}
    order by t.id = any(${kept}::uuid[]) desc, greatest(t.last_seen_at, (
      select max(c.last_seen_at) from sessions c where c.root_id = t.id and c.revoked_at is null)) desc, t.id
    offset ${room.most})`;
  const ended = await endSessions(transaction, surplus, row.createdAt, kept);
  if (ended.length > 0) await transaction.$executeRaw(writeLog([room.row]));
}

function liveOf(userId: string, now: Date): Prisma.Sql {
  return Prisma.sql`from sessions t
    where t.user_id = ${userId}::uuid and t.revoked_at is null and ${isUnderWay(at(now))}`;
}
