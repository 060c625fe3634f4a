import type { Account } from '../../accounts/account.ts';
import { keepNone } from '../../accounts/voiding.ts';
import type { Client } from '../../clients/client.ts';
import type { LogEntry } from '../../request-log/request-log.ts';
import { retireUnverified } from '../accounts/retire-account.ts';
import { voidSignIns } from '../accounts/void-sign-ins.ts';
import { insertClient } from '../clients/client-store.ts';
import { at, insertRows, Prisma, type Database } from '../database.ts';

/** An account as far as the commands look at it. */
export interface FoundAccount {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
}

/** What became of an operator who was to be made: made, or not, as the address has an account. */
type OperatorOutcome =
  | { readonly found: undefined; readonly hasMadeClient: boolean; readonly hasRetired: boolean }
  | { readonly found: FoundAccount };

interface OperatorReset {
  readonly hash: string;
  readonly firstUntil: Date;
  /** Sealed; undefined to leave the one-time codes as they are. */
  readonly totpSecret: string | undefined;
  /** Ends the passkeys: the row of the log that says so, where there are any. */
  readonly endsPasskeys: LogEntry | undefined;
  readonly row: LogEntry;
}

/** Operators, as the service's commands make them, each in one transaction. */
interface OperatorRecords {
  find(email: string): Promise<FoundAccount | undefined>;
  /**
   * Stores an operator and, where it is missing, a client. An unverified account of the address is retired; for every
   * other account nothing changes.
   */
  add(account: Account, client: Client): Promise<OperatorOutcome>;
  /** Gives an active operator a new first password, and ends all sign-ins; false for every other account. */
  reset(userId: string, change: OperatorReset): Promise<boolean>;
}

export function createOperatorRecords({ prisma }: Database): OperatorRecords {
  const select = { id: true, kind: true, status: true };
  return {
    find: async (email) => (await prisma.user.findUnique({ where: { email }, select })) ?? undefined,
    add: (account, client) =>
      prisma.$transaction(async (transaction) => {
        const { createdAt, updatedAt } = client;
        const { email } = account;
        const retired = await retireUnverified(transaction, email, createdAt);
        const record = { ...account, createdAt, updatedAt };
        const insert = Prisma.sql`${insertRows('users', [record])} on conflict (email) do nothing`;
        if ((await transaction.$executeRaw(insert)) === 0)
          return { found: await transaction.user.findUniqueOrThrow({ where: { email }, select }) };
        const hasMadeClient = await insertClient(transaction, client);
        return { found: undefined, hasMadeClient, hasRetired: retired !== undefined };
      }),
    async reset(userId, { hash, firstUntil, totpSecret, endsPasskeys, row }) {
      const codes =
        totpSecret === undefined
          ? Prisma.empty
          : Prisma.sql`, totp_secret = ${totpSecret}, totp_pending = null, totp_last_step = null`;
      const voiding = { validAfter: row.createdAt, kept: keepNone, row };
      const ended = await voidSignIns(prisma, userId, voiding, {
        set: Prisma.sql`password_hash = ${hash}, first_password_until = ${at(firstUntil)} ${codes}`,
        precondition: Prisma.sql`kind in ('admin', 'root') and status = 'active'`,
        endsRecoveryCodes: totpSecret !== undefined,
        endsPasskeys,
      });
      return ended !== undefined;
    },
  };
}
