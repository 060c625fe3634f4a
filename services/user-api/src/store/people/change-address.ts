import { ApiError } from '@latchkey/contracts';
import { keepNone } from '../../accounts/voiding.ts';
import { errors } from '../../errors.ts';
import type {
  ChangeAct,
  ChangeRequest,
  ChangeState,
  LinkStore,
  RestoreRows,
} from '../../people/links/link-store.ts';
import type { Link } from '../../people/mail/link.ts';
import type { LogEntry } from '../../request-log/request-log.ts';
import type { Retirement } from '../../sessions/end-sessions.ts';
import { retireUnverified, type Retired } from '../accounts/retire-account.ts';
import { voidAccount } from '../accounts/void-sign-ins.ts';
import { at, Prisma, type Database, type Transaction } from '../database.ts';
import { writeLog } from '../request-log/write-log.ts';
import { lockAccount } from '../sessions/end-sessions.ts';
import { addSending, endLinks, isOpenLink, spendLink } from './link-rows.ts';
import { requestLink } from './request-link.ts';

type AddressWrites = Pick<
  LinkStore,
  'confirm' | 'requestChange' | 'changeAddress' | 'restoreAddress' | 'findChange'
>;

/** The writes that confirm, change and put back the address of an account. */
export function createAddressWrites({ prisma, query }: Database): AddressWrites {
  return {
    confirm: (...all) => prisma.$transaction((transaction) => confirm(transaction, ...all)),
    requestChange: (request) => prisma.$transaction((transaction) => requestChange(transaction, request)),
    changeAddress: (change) => prisma.$transaction((transaction) => changeAddress(transaction, change)),
    restoreAddress: (...all) => prisma.$transaction((transaction) => restoreAddress(transaction, ...all)),
    async findChange(userId, now) {
      const [found] = await query<ChangeState>(Prisma.sql`
        select case l.purpose when 'restore' then 'changed' else 'waiting' end as state, l.email, l.expires_at as until
        from links l join users u on u.id = l.user_id
        where l.user_id = ${userId}::uuid and ${isOpenLink(now, 'l')}
          and (l.purpose = 'restore' or (l.purpose = 'confirm' and l.email <> u.email))
        order by l.purpose desc, l.created_at desc limit 1`);
      return found;
    },
  };
}

async function confirm(
  transaction: Transaction,
  id: string,
  userId: string,
  row: LogEntry,
): Promise<boolean> {
  const now = row.createdAt;
  const isMeant = Prisma.sql`id = ${id} and purpose = 'confirm' and user_id = ${userId}::uuid`;
  await lockAccount(transaction, Prisma.sql`${userId}::uuid`);
  const ofAccount = Prisma.sql`email = (select email from users where id = ${userId}::uuid)`;
  if (!(await spendLink(transaction, Prisma.sql`${isMeant} and ${ofAccount}`, now)))
    return isConfirmed(transaction, id, userId);
  const changed = await transaction.$executeRaw`
    update users set email_verified_at = ${at(now)}, updated_at = ${at(now)}
    where id = ${userId}::uuid and email_verified_at is null and status = 'active'`;
  if (changed === 0) throw gone('link');
  await endLinks(transaction, Prisma.sql`user_id = ${userId}::uuid`, now);
  await transaction.$executeRaw(writeLog([row]));
  return true;
}

/** Whether nothing is left to confirm: the address is verified, and the link is for no other address and account. */
async function isConfirmed(transaction: Transaction, linkId: string, userId: string): Promise<boolean> {
  const found = await transaction.$executeRaw`
    select from users u where u.id = ${userId}::uuid and u.email_verified_at is not null and not exists (
      select from links l where l.id = ${linkId} and (l.user_id is distinct from u.id or l.email <> u.email))`;
  return found === 1;
}

const gone = (field: string) => new ApiError(errors.notFound, { field });

async function requestChange(
  transaction: Transaction,
  { account, link, mail, row }: ChangeRequest,
): Promise<{ isMailed: boolean } | undefined> {
  const { id, email, tokensValidAfter } = account;
  const asProved = await transaction.$executeRaw`
    select from users where id = ${id}::uuid and email = ${email} and status = 'active'
      and tokens_valid_after is not distinct from ${at(tokensValidAfter)}
      and not exists (select from links where user_id = ${id}::uuid and purpose = 'restore'
        and ${isOpenLink(row.createdAt)}) for no key update`;
  if (asProved === 0) return undefined;
  const isMailed = await requestLink(transaction, { link, mail });
  await transaction.$executeRaw(writeLog([row]));
  return { isMailed };
}

/** Locks an account and the one that has an address, in one order, so that no two acts wait for each other. */
async function lockBoth(transaction: Transaction, userId: string, email: string): Promise<void> {
  await transaction.$executeRaw`
    select from users where id = ${userId}::uuid or email = ${email} order by id for no key update`;
}

async function changeAddress(
  transaction: Transaction,
  { link, account, sending, row }: ChangeAct,
): Promise<Retirement> {
  const { id: userId, email: old } = account;
  const [{ email }, now] = [link, row.createdAt];
  await lockBoth(transaction, userId, email);
  const isMeant = Prisma.sql`id = ${link.id} and purpose = 'confirm' and user_id = ${userId}::uuid`;
  if (!(await spendLink(transaction, isMeant, now))) {
    if (await isConfirmed(transaction, link.id, userId)) return retirementOf(undefined);
    throw gone('link');
  }
  const retired = await retireUnverified(transaction, email, now);
  const changed = await orTaken(
    transaction.$executeRaw`
      update users set email = ${email}, email_verified_at = ${at(now)}, updated_at = ${at(now)}
      where id = ${userId}::uuid and email = ${old} and status = 'active'`,
    'link',
  );
  if (changed === 0) throw gone('link');
  await endLinks(transaction, Prisma.sql`user_id = ${userId}::uuid`, now);
  await addSending(transaction, sending);
  await transaction.$executeRaw(writeLog([row]));
  return retirementOf(retired);
}

async function restoreAddress(
  transaction: Transaction,
  link: Link,
  { row, endsPasskeys }: RestoreRows,
): Promise<Retirement & { own: readonly string[] }> {
  const [{ email, userId }, now] = [link, row.createdAt];
  if (userId === null) throw gone('token');
  await lockBoth(transaction, userId, email);
  const isMeant = Prisma.sql`id = ${link.id} and purpose = 'restore'`;
  if (!(await spendLink(transaction, isMeant, now))) throw gone('token');
  const retired = await retireUnverified(transaction, email, now);
  const voided = await orTaken(
    voidAccount(
      transaction,
      userId,
      { validAfter: now, kept: keepNone, row },
      {
        endsPasskeys,
        set: Prisma.sql`email = ${email}, email_verified_at = ${at(now)}, password_hash = null, first_password_until = null`,
        precondition: Prisma.sql`status = 'active'`,
      },
    ),
    'token',
  );
  if (voided === undefined) throw gone('token');
  await transaction.$executeRaw(writeLog([row, ...voided.rows]));
  return { ...retirementOf(retired), own: voided.ended };
}

function retirementOf(retired: Retired | undefined): Retirement {
  return { retiredId: retired?.userId, ended: retired?.ended ?? [] };
}

/** Throws already_exists where a proven account has the address, also one that was stored at the same moment. */
async function orTaken<Result>(write: PromiseLike<Result>, field: string): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    if (isDuplicate(error)) throw new ApiError(errors.accountExists, { field });
    throw error;
  }
}

/** Whether PostgreSQL refused a second row with a unique value; Prisma keeps its error in `meta`. */
function isDuplicate(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { meta, cause, driverAdapterError, originalCode }: Record<string, unknown> = { ...error };
  return originalCode === '23505' || [meta, driverAdapterError, cause].some(isDuplicate);
}
