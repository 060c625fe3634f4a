import type { AccountStore, SealedSecrets } from '../../accounts/account-store.ts';
import type { Factor } from '../../accounts/factor.ts';
import type { PasskeyUse } from '../../accounts/passkey.ts';
import type { LogEntry } from '../../request-log/request-log.ts';
import { signerMark } from '../../signing-in/password/imported-hash.ts';
import { at, Prisma, type Database, type Transaction } from '../database.ts';
import { endLinks, linksOf } from '../people/link-rows.ts';
import { writeLog } from '../request-log/write-log.ts';

type FactorWrites = Pick<
  AccountStore,
  | 'isFactorFree'
  | 'beginTotp'
  | 'confirmTotp'
  | 'removeTotp'
  | 'resealTotp'
  | 'listSealed'
  | 'replaceRecoveryCodes'
  | 'countRecoveryCodes'
>;

/** Whether an imported hash of an account `t` has a sealed signer key in it. */
const hasSigner = Prisma.sql`starts_with(t.password_hash, ${signerMark})`;

/** The conditional writes of an account's one-time and recovery codes; each answers whether its condition held. */
export function createFactorWrites(database: Database): FactorWrites {
  const update = async (statement: Prisma.Sql) => (await database.execute(statement)) === 1;
  return {
    async isFactorFree(userId, factor) {
      const found =
        factor.kind === 'totp'
          ? Prisma.sql`from users t where t.id = ${userId}::uuid and ${isStepFree(factor.step)}`
          : Prisma.sql`from recovery_codes where ${isUnused(userId, factor.hash)}`;
      return (await database.query(Prisma.sql`select ${found}`)).length === 1;
    },
    beginTotp: (userId, sealed, isOn) =>
      update(Prisma.sql`
        update users set totp_pending = ${sealed}, updated_at = now()
        where id = ${userId}::uuid and (totp_secret is not null) = ${isOn}`),
    resealTotp: (userId, sealed, sealedAnew) =>
      update(Prisma.sql`
        update users set
          totp_secret = case when totp_secret = ${sealed} then ${sealedAnew} else totp_secret end,
          totp_pending = case when totp_pending = ${sealed} then ${sealedAnew} else totp_pending end
        where id = ${userId}::uuid and ${sealed} in (totp_secret, totp_pending)`),
    listSealed: (afterId, limit) =>
      database.query<SealedSecrets>(Prisma.sql`
        select t.id, t.totp_secret as "totpSecret", t.totp_pending as "totpPending",
          case when ${hasSigner} then t.password_hash end as "passwordHash" from users t
        where t.id > ${afterId}::uuid and (t.totp_secret is not null or t.totp_pending is not null or ${hasSigner})
        order by t.id limit ${limit}`),
    countRecoveryCodes: (userId) => database.prisma.recoveryCode.count({ where: { userId, usedAt: null } }),
    ...createReplacingWrites(database),
  };
}

/** The changes of an account that replace its recovery codes. */
function createReplacingWrites({
  prisma,
}: Database): Pick<FactorWrites, 'confirmTotp' | 'removeTotp' | 'replaceRecoveryCodes'> {
  // Statements of their own replace the codes: they see those that were stored while the first one waited.
  const change = (
    userId: string,
    [set, condition]: readonly [Prisma.Sql, Prisma.Sql],
    hashes: readonly string[],
    row: LogEntry,
    also?: (transaction: Transaction) => Promise<void>,
  ) =>
    prisma.$transaction(async (transaction) => {
      const changed = await transaction.$executeRaw`
        update users set ${set} updated_at = ${at(row.createdAt)} where id = ${userId}::uuid and ${condition}`;
      if (changed === 0) return false;
      await putRecoveryCodes(transaction, userId, hashes, row.createdAt);
      await also?.(transaction);
      await transaction.$executeRaw(writeLog([row]));
      return true;
    });
  return {
    confirmTotp(userId, { sealed, step, recoveryHashes }, row) {
      const set = Prisma.sql`totp_secret = totp_pending, totp_pending = null, totp_last_step = ${step}::bigint,`;
      return change(userId, [set, Prisma.sql`totp_pending = ${sealed}`], recoveryHashes, row);
    },
    removeTotp(userId, row) {
      const set = Prisma.sql`totp_secret = null, totp_pending = null,`;
      const endAll = (transaction: Transaction) => endLinks(transaction, linksOf(userId), row.createdAt);
      return change(userId, [set, Prisma.sql`totp_secret is not null`], [], row, endAll);
    },
    replaceRecoveryCodes: (userId, sealed, hashes, row) =>
      change(userId, [Prisma.empty, Prisma.sql`totp_secret = ${sealed}`], hashes, row),
  };
}

/** Stores recovery codes in place of all that an account has. Precondition: the transaction has locked the account. */
export async function putRecoveryCodes(
  transaction: Transaction,
  userId: string,
  hashes: readonly string[],
  createdAt: Date,
): Promise<void> {
  await transaction.recoveryCode.deleteMany({ where: { userId } });
  if (hashes.length === 0) return;
  await transaction.recoveryCode.createMany({
    data: hashes.map((codeHash) => ({ userId, codeHash, createdAt })),
  });
}

/** The condition that a one-time code's time step is newer than every step consumed before. */
function isStepFree(step: number): Prisma.Sql {
  return Prisma.sql`(totp_last_step is null or totp_last_step < ${step}::bigint)`;
}

function isUnused(userId: string, hash: string): Prisma.Sql {
  return Prisma.sql`user_id = ${userId}::uuid and code_hash = ${hash} and used_at is null`;
}

function takeRecoveryCode(
  userId: string,
  { hash, row }: Factor & { readonly kind: 'recovery' },
  holds: Prisma.Sql,
): Prisma.Sql {
  return Prisma.sql`update recovery_codes set used_at = ${at(row.createdAt)}
    where ${isUnused(userId, hash)} and ${holds} returning user_id`;
}

/** Notes the use of a passkey that counts on, as `countsOn` says. */
function usePasskey({ id, counter, usedAt }: PasskeyUse, holds: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`update passkeys set counter = ${counter}::bigint, last_used_at = ${at(usedAt)}
    where id = ${id}::uuid and ${holds}
      and (counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0)) returning id`;
}

/** What a statement that locks and changes an account has in it to spend what was shown. */
interface Spending {
  /** Beside the other conditions of the lock. */
  readonly and: Prisma.Sql;
  /** Beside the other changes of the account. */
  readonly set: Prisma.Sql;
  /** A CTE after the lock. */
  readonly cte: Prisma.Sql;
  /** What everything else in the statement depends on, in place of `holds`. */
  readonly holds: Prisma.Sql;
  readonly rows: readonly LogEntry[];
}

/** The parts that spend a factor in the statement of the act which it allows, where the lock and `holds` let it. */
export function spendWithin(
  userId: string,
  factor: Factor | PasskeyUse | undefined,
  holds: Prisma.Sql,
): Spending {
  const nothing = { and: Prisma.empty, set: Prisma.empty, cte: Prisma.empty, holds, rows: [] };
  if (factor === undefined) return nothing;
  if (factor.kind === 'totp') {
    const set = Prisma.sql`, totp_last_step = ${factor.step}::bigint`;
    return { ...nothing, and: Prisma.sql`and ${isStepFree(factor.step)}`, set };
  }
  const spent = { ...nothing, holds: Prisma.sql`exists (select from spent)` };
  if (factor.kind === 'passkey')
    return { ...spent, cte: Prisma.sql`spent as (${usePasskey(factor, holds)}),` };
  // Of many at once, the one whose update finds the code unused.
  const cte = Prisma.sql`spent as (${takeRecoveryCode(userId, factor, holds)}),`;
  return { ...spent, cte, rows: [factor.row] };
}

/**
 * A whole statement that spends what was shown; it writes one row, or none when it was spent before. It locks the
 * account, as every change of its codes does first.
 */
export function spendFactor(userId: string, factor: Factor | PasskeyUse): Prisma.Sql {
  if (factor.kind === 'totp')
    return Prisma.sql`update users set totp_last_step = ${factor.step}::bigint
      where id = ${userId}::uuid and ${isStepFree(factor.step)}`;
  const holds = Prisma.sql`exists (select from person)`;
  return Prisma.sql`
    with person as (select id from users where id = ${userId}::uuid for no key update)
    ${factor.kind === 'passkey' ? usePasskey(factor, holds) : takeRecoveryCode(userId, factor, holds)}`;
}
