import { ApiError } from '@latchkey/contracts';
import type { Membership } from '../../accounts/account.ts';
import { keepNone } from '../../accounts/voiding.ts';
import { errors } from '../../errors.ts';
import type {
  ActedOn,
  InviteAct,
  LinkStore,
  OpenLink,
  ResetAct,
  SignUpAct,
} from '../../people/links/link-store.ts';
import type { Retirement } from '../../sessions/end-sessions.ts';
import { spendFactor } from '../accounts/factor-writes.ts';
import { placeOwner } from '../accounts/place-owner.ts';
import { retireUnverified } from '../accounts/retire-account.ts';
import { voidAccount } from '../accounts/void-sign-ins.ts';
import { at, insertRows, Prisma, type Database, type Transaction } from '../database.ts';
import { writeLog } from '../request-log/write-log.ts';
import { lockAccount } from '../sessions/end-sessions.ts';
import { openSession } from '../sessions/open-session.ts';
import { createAddressWrites } from './change-address.ts';
import { putInvitation } from './invitation-store.ts';
import { addSending, endLinks, isOpenLink, sameAs, spendLink } from './link-rows.ts';
import { acceptInvitation, inviterEmail, mayBeAccepted } from './open-invitation.ts';
import { requestLink } from './request-link.ts';

const columns =
  Prisma.raw(`l.id, l.purpose, l.email, l.user_id as "userId", l.invitation_id as "invitationId",
  l.created_at as "createdAt", l.expires_at as "expiresAt"`);

export function createLinkStore(database: Database): LinkStore {
  const { prisma } = database;

  /** The newest of the open links. */
  async function findOpen(isMeant: Prisma.Sql, now: Date): Promise<OpenLink | undefined> {
    const [found] = await database.query<OpenLink>(Prisma.sql`
      select ${columns}, case when i.id is not null then jsonb_build_object(
          'id', i.id, 'role', i.role, 'org', jsonb_build_object('id', o.id, 'slug', o.slug, 'name', o.name),
          'invitedBy', jsonb_build_object('name', v.name, 'email', ${inviterEmail})) end as invitation
      from links l
        left join (invitations i join orgs o on ${mayBeAccepted(now)} join users v on v.id = i.invited_by)
          on i.id = l.invitation_id
      where ${isMeant} and ${isOpenLink(now, 'l')} and (l.invitation_id is null or i.id is not null)
      order by l.created_at desc limit 1`);
    return found;
  }

  return {
    find: (id, now) => findOpen(Prisma.sql`l.id = ${id}`, now),
    findInvitation: (userId, now) =>
      findOpen(Prisma.sql`l.user_id = ${userId}::uuid and l.purpose = 'invitation'`, now),
    async endOlder(link, now) {
      await database.execute(Prisma.sql`
        update links set ended_at = ${at(now)} where ${sameAs(link)} and created_at < ${at(link.createdAt)}
          and replaced_at is not null and ended_at is null`);
    },
    request: (sending) => prisma.$transaction((transaction) => requestLink(transaction, sending)),
    signUp: (act) => prisma.$transaction((transaction) => signUp(transaction, act)),
    invite: (act) => prisma.$transaction((transaction) => invite(transaction, act)),
    reset: (act) => prisma.$transaction((transaction) => reset(transaction, act)),
    ...createAddressWrites(database),
  };
}

const ended = () => new ApiError(errors.notFound, { field: 'token' });

/** Locks what leads to an account of an address, in one order, so that no two acts wait for each other. */
async function lockAddress(transaction: Transaction, email: string): Promise<void> {
  await transaction.$executeRaw`select from users where email = ${email} for no key update`;
  await transaction.$executeRaw`
    select from links where email = ${email} and purpose in ('sign_up', 'invitation') and ended_at is null
    order by id for update`;
}

async function signUp(transaction: Transaction, act: SignUpAct): Promise<ActedOn> {
  const { link, owner, rows, deviceHash } = act;
  const { email, invitationId } = link;
  const now = rows.signUp.createdAt;
  const ofAddress = Prisma.sql`email = ${email} and purpose in ('sign_up', 'invitation') and ended_at is null`;
  await lockAddress(transaction, email);
  if (!(await spendLink(transaction, Prisma.sql`id = ${link.id}`, now))) throw ended();
  const placed = await placeOwner(transaction, owner, now);
  if (placed === undefined) throw new ApiError(errors.accountExists, { field: 'token' });
  const { userId, retired } = placed;
  // What is left leads to a sign-up too, which the address needs no more; an invitation to an org can still be accepted.
  await endLinks(transaction, Prisma.sql`${ofAddress} and invitation_id is null`, now);
  const joined = [];
  if (invitationId !== null) {
    const acceptance = { id: invitationId, email, userId, memberId: act.memberId, row: rows.join };
    const [membership] = await transaction.$queryRaw<Membership[]>(acceptInvitation(acceptance));
    if (membership === undefined) throw ended();
    joined.push({ ...rows.join, userId, orgId: membership.orgId });
  }
  const session = { ...act.session, userId };
  await transaction.$executeRaw(
    openSession({ session, deviceHash }, [{ ...rows.signUp, userId }, ...joined, { ...rows.signIn, userId }]),
  );
  const account = { ...owner, id: userId };
  return { account, retiredId: retired?.userId, ended: retired?.ended ?? [] };
}

async function invite(
  transaction: Transaction,
  { account, invitation, sending, rows }: InviteAct,
): Promise<Retirement> {
  const { email } = account;
  const now = rows[0]?.createdAt ?? new Date(0);
  await lockAddress(transaction, email);
  const retired = await retireUnverified(transaction, email, now);
  const record = { ...account, createdAt: now, updatedAt: now };
  const made = await transaction.$executeRaw`
    ${insertRows('users', [record])} on conflict (email) do nothing`;
  if (made === 0) throw new ApiError(errors.accountExists, { field: 'email' });
  if (invitation !== undefined) await putInvitation(transaction, invitation);
  await addSending(transaction, sending);
  await transaction.$executeRaw(writeLog(rows));
  return { retiredId: retired?.userId, ended: retired?.ended ?? [] };
}

async function reset(transaction: Transaction, act: ResetAct): Promise<ActedOn> {
  const { link, account, passwordHash, factor, rows, deviceHash, endsPasskeys } = act;
  const { id: userId, tokensValidAfter: seen, totpSecret } = account;
  const { createdAt: now } = rows.change;
  await lockAccount(transaction, Prisma.sql`${userId}::uuid`);
  const isMeant = Prisma.sql`id = ${link.id} and user_id = ${userId}::uuid`;
  if (!(await spendLink(transaction, isMeant, now))) throw ended();
  if (factor !== undefined && (await transaction.$executeRaw(spendFactor(userId, factor))) === 0)
    throw new ApiError(errors.credentialsInvalid, { detail: 'used code' });
  const voided = await voidAccount(
    transaction,
    userId,
    { validAfter: now, kept: keepNone, row: rows.change },
    {
      endsPasskeys,
      set: Prisma.sql`password_hash = ${passwordHash}, first_password_until = null`,
      precondition: Prisma.sql`status = 'active' and email_verified_at is not null
        and tokens_valid_after is not distinct from ${at(seen)} and (totp_secret is null) = ${totpSecret === null}`,
    },
  );
  if (voided === undefined) throw new ApiError(errors.stateConflict);
  const { tokensValidAfter } = voided;
  const session = { ...act.session, tokensValidAfter };
  const used = factor?.kind === 'recovery' ? [factor.row] : [];
  await transaction.$executeRaw(
    openSession({ session, deviceHash }, [rows.change, ...voided.rows, ...used, rows.signIn]),
  );
  return { account: { ...account, tokensValidAfter }, retiredId: undefined, ended: voided.ended };
}
