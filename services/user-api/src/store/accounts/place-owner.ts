import type { PrismaClient } from '../../../prisma/generated/client.ts';
import type { AccountStore } from '../../accounts/account-store.ts';
import type { Account } from '../../accounts/account.ts';
import { insertRows, Prisma, type Transaction } from '../database.ts';
import { writeLog } from '../request-log/write-log.ts';
import { keepOutcome } from './outcome-store.ts';
import { retireUnverified, type Retired } from './retire-account.ts';

/** Where the person who proves an address was put. */
export interface Placed {
  readonly userId: string;
  readonly retired: Retired | undefined;
}

/**
 * Gives the person who proves an address an account: the invited one of the address, else a new one; an account that
 * nobody has verified is retired. Undefined where a verified account has the address: the caller leaves the transaction
 * then.
 */
export async function placeOwner(
  transaction: Transaction,
  owner: Account,
  now: Date,
): Promise<Placed | undefined> {
  const retired = await retireUnverified(transaction, owner.email, now);
  const record = { ...owner, createdAt: now, updatedAt: now };
  const [placed] = await transaction.$queryRaw<{ id: string }[]>(Prisma.sql`
    ${insertRows('users', [record])}
    on conflict (email) do update set name = excluded.name, locale = excluded.locale, status = 'active',
      password_hash = excluded.password_hash, email_verified_at = excluded.email_verified_at,
      updated_at = excluded.updated_at
    where users.status = 'invited'
    returning id`);
  return placed && { userId: placed.id, retired };
}

export function createTakeOver(prisma: PrismaClient): AccountStore['takeOver'] {
  return (owner, row, outcome) =>
    prisma.$transaction(async (transaction) => {
      const placed = await placeOwner(transaction, owner, row.createdAt);
      if (placed === undefined) return undefined;
      const { userId, retired } = placed;
      if (outcome !== undefined) await transaction.$executeRaw(keepOutcome({ ...outcome, userId }));
      await transaction.$executeRaw(writeLog([{ ...row, userId }]));
      return { userId, ended: retired?.ended ?? [] };
    });
}
