import type { PrismaClient } from '../../../prisma/generated/client.ts';
import type { Voiding } from '../../accounts/voiding.ts';
import type { LogEntry } from '../../request-log/request-log.ts';
import { at, Prisma, type Transaction } from '../database.ts';
import { endLinks, linksOf } from '../people/link-rows.ts';
import { writeLog } from '../request-log/write-log.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { endPasskeys } from './end-passkeys.ts';
import { putRecoveryCodes } from './factor-writes.ts';

interface AccountChange {
  readonly set: Prisma.Sql;
  readonly precondition: Prisma.Sql;
  /** Whether the change must leave an active root. */
  readonly leavesRoot?: boolean;
  /** Whether the recovery codes end too. */
  readonly endsRecoveryCodes?: boolean;
  /** Ends the passkeys too: the row of the log that says so, where there are any. */
  readonly endsPasskeys?: LogEntry | undefined;
}

/** Changes an account as {@link voidAccount} does, and writes the log row, in one transaction. */
export function voidSignIns(
  prisma: PrismaClient,
  userId: string,
  voiding: Voiding,
  change: AccountChange,
): Promise<string[] | undefined> {
  return prisma.$transaction(async (transaction) => {
    const voided = await voidAccount(transaction, userId, voiding, change);
    if (voided !== undefined) await transaction.$executeRaw(writeLog([voiding.row, ...voided.rows]));
    return voided?.ended;
  });
}

/** What a change of an account has ended, and since when its tokens are valid. */
interface Voided {
  readonly ended: string[];
  readonly tokensValidAfter: Date;
  /** To be written beside that of the change. */
  readonly rows: readonly LogEntry[];
}

/**
 * Changes an account if `precondition` holds, and ends its links, and its sessions but the kept ones. Answers the ids of
 * the sessions that ended; undefined when the precondition failed. tokens_valid_after grows with every change, so that
 * each change leaves a value of its own. A separate statement ends the sessions: it sees those that were opened while the
 * first one waited.
 */
export async function voidAccount(
  transaction: Transaction,
  userId: string,
  { validAfter, kept, row: { createdAt: now } }: Voiding,
  { set, precondition, leavesRoot = false, endsRecoveryCodes = false, endsPasskeys }: AccountChange,
): Promise<Voided | undefined> {
  if (leavesRoot) await lockRoots(transaction);
  const [changed] = await transaction.$queryRaw<Pick<Voided, 'tokensValidAfter'>[]>`
    update users set ${set}, kept_family_id = ${kept.familyId}, kept_valid_after = ${at(validAfter)},
      updated_at = ${at(now)},
      tokens_valid_after = greatest(${at(validAfter)}, tokens_valid_after + interval '1 millisecond')
    where id = ${userId}::uuid and ${precondition} ${leavesRoot ? exceptLastRoot : Prisma.empty}
    returning tokens_valid_after as "tokensValidAfter"`;
  if (changed === undefined) return undefined;
  if (endsRecoveryCodes) await putRecoveryCodes(transaction, userId, [], now);
  const isAny = endsPasskeys !== undefined && (await endPasskeys(transaction, userId));
  const rows = isAny ? [endsPasskeys] : [];
  await endLinks(transaction, linksOf(userId), now);
  const ofUser = Prisma.sql`user_id = ${userId}::uuid`;
  return { ...changed, rows, ended: await endSessions(transaction, ofUser, now, kept.sessionIds) };
}

const activeRoot = Prisma.sql`kind = 'root' and status = 'active'`;

/**
 * Every change that may take a root away waits here for the others, so that each sees the roots that those have left.
 * The order keeps two of them from waiting for each other.
 */
export async function lockRoots(transaction: Transaction): Promise<void> {
  await transaction.$executeRaw`select from users where ${activeRoot} order by id for no key update`;
}

/** The rest of a condition, which does not hold for the last active root. */
const exceptLastRoot = Prisma.sql`and (
  not (${activeRoot}) or exists (select from users other where other.kind = 'root' and other.status = 'active'
    and other.id <> users.id))`;
