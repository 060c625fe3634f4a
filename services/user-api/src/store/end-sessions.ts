import { at, Prisma, type Transaction } from './database.ts';

/**
 * Ends the sessions of a condition that have not ended, and level by level their children and what was exchanged from
 * them, but the kept ones; answers their ids. Each level is a statement of its own, so that it sees the sessions that
 * were being opened from the level before. It locks a level in one order. The caller holds the lock of the account, so
 * that two endings of its sessions never wait for each other.
 */
export async function endSessions(
  transaction: Transaction,
  condition: Prisma.Sql,
  now: Date,
  kept: readonly string[] = [],
): Promise<string[]> {
  const isLeft = Prisma.sql`revoked_at is null and id <> all(${[...kept]}::uuid[])`;
  const ended: string[] = [];
  let level = condition;
  for (;;) {
    const rows = await transaction.$queryRaw<{ id: string }[]>`
      update sessions set revoked_at = ${at(now)} where id in (
        select id from sessions where (${level}) and ${isLeft} order by id for update
      ) returning id`;
    if (rows.length === 0) return ended;
    const ids = rows.map(({ id }) => id);
    ended.push(...ids);
    level = Prisma.sql`root_id = any(${ids}::uuid[]) or source_id = any(${ids}::uuid[])`;
  }
}

/** Waits for sessions of the account that are being opened, and for other endings of its sessions. */
export async function lockAccount(transaction: Transaction, userId: Prisma.Sql): Promise<void> {
  await transaction.$executeRaw`select from users where id = (${userId}) for no key update`;
}
