import { at, Prisma, type Transaction } from './database.ts';

/**
 * Ends the sessions of a condition that have not ended; answers their ids. It locks them in one order, so that two
 * endings never wait for each other.
 */
export async function endSessions(
  transaction: Transaction,
  condition: Prisma.Sql,
  now: Date,
): Promise<string[]> {
  const rows = await transaction.$queryRaw<{ id: string }[]>`
    update sessions set revoked_at = ${at(now)} where id in (
      select id from sessions where ${condition} and revoked_at is null order by id for update
    ) returning id`;
  return rows.map(({ id }) => id);
}

/** The sessions of a user but some. */
export function ofUserBut(userId: string, kept: readonly string[]): Prisma.Sql {
  return Prisma.sql`user_id = ${userId}::uuid and id <> all(${[...kept]}::uuid[])`;
}
