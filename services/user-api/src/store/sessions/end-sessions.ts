import { at, Prisma, type Transaction } from '../database.ts';

/** Small enough that a batch ends well within the limit of a statement. */
const batch = 1_000;

/**
 * Ends the sessions of a condition that have not ended, and level by level their children and what was exchanged from
 * them, but the kept ones; answers their ids. However many there are, a statement ends one batch, so that nobody has too
 * many to be signed out. The caller holds the lock of the account: none is opened meanwhile, and two endings of its
 * sessions never wait for each other.
 */
export async function endSessions(
  transaction: Transaction,
  condition: Prisma.Sql,
  now: Date,
  kept: readonly string[] = [],
): Promise<string[]> {
  const isLeft = Prisma.sql`revoked_at is null and id <> all(${[...kept]}::uuid[])`;
  const ended: string[] = [];
  const levels = [condition];
  for (let level = levels.pop(); level !== undefined; level = levels.pop()) {
    const found = await transaction.$queryRaw<{ id: string }[]>`
      select id from sessions where (${level}) and ${isLeft}`;
    for (let start = 0; start < found.length; start += batch) {
      const ids = found.slice(start, start + batch).map(({ id }) => id);
      await transaction.$executeRaw`
        update sessions set revoked_at = ${at(now)} where id = any(${ids}::uuid[]) and revoked_at is null`;
      ended.push(...ids);
      levels.push(Prisma.sql`root_id = any(${ids}::uuid[]) or source_id = any(${ids}::uuid[])`);
    }
  }
  return ended;
}

/** Waits for sessions of the account that are being opened, and for other endings of its sessions. */
export async function lockAccount(transaction: Transaction, userId: Prisma.Sql): Promise<void> {
  await transaction.$executeRaw`select from users where id = (${userId}) for no key update`;
}
