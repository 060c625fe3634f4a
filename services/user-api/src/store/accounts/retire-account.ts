import { retiredEmailPrefix } from '../../accounts/account.ts';
import { at, Prisma, type Transaction } from '../database.ts';
import { endLinks } from '../people/link-rows.ts';
import { endSessions } from '../sessions/end-sessions.ts';

/** An account that was retired, and the ids of its sessions that ended with it. */
export interface Retired {
  readonly userId: string;
  readonly ended: string[];
}

/**
 * Retires the account of an address that nobody has verified, with all that hangs on it; undefined when there is none. An
 * invited account is nobody's yet, and stays.
 */
export function retireUnverified(
  transaction: Transaction,
  email: string,
  now: Date,
): Promise<Retired | undefined> {
  const isUnverified = Prisma.sql`email = ${email} and email_verified_at is null and kind = 'user'
    and status in ('active', 'disabled')`;
  return retire(transaction, isUnverified, now);
}

/**
 * Retires an account if `condition` holds, with all that hangs on it; undefined when it does not. The first statement
 * decides who does it: it holds for one caller. The statements after it see all that was opened before. Its row keeps its
 * id, which nobody gets again, and gives its address free. `address`: what waits for that address ends as well.
 */
export async function retire(
  transaction: Transaction,
  condition: Prisma.Sql,
  now: Date,
  address?: string,
): Promise<Retired | undefined> {
  const [retired] = await transaction.$queryRaw<{ id: string }[]>`
    update users set email = ${retiredEmailPrefix} || id, name = '', email_verified_at = null, locale = null,
      status = 'deleted', password_hash = null, first_password_until = null, totp_secret = null, totp_pending = null,
      totp_last_step = null, passkey_handle = null, first_passkey_until = null, kept_family_id = null, kept_valid_after = null, updated_at = ${at(now)},
      tokens_valid_after = greatest(${at(now)}, tokens_valid_after + interval '1 millisecond')
    where ${condition} and status <> 'deleted'
    returning id`;
  if (retired === undefined) return undefined;
  const { id: userId } = retired;
  await endMails(transaction, { userId, address }, now);
  // Before the members, in the order of an acceptance: neither waits for the other in a ring.
  if (address !== undefined) await endInvitations(transaction, { userId, address }, now);
  const ended = await endSessions(transaction, Prisma.sql`user_id = ${userId}::uuid`, now);
  await endRights(transaction, userId, now);
  return { userId, ended };
}

/** Those to the address, and the open ones that the account made; their links end first, as endLinks asks for. */
async function endInvitations(
  transaction: Transaction,
  { userId, address }: { readonly userId: string; readonly address: string },
  now: Date,
): Promise<void> {
  const isMeant = Prisma.sql`email = ${address} or (invited_by = ${userId}::uuid and accepted_at is null)`;
  await endLinks(
    transaction,
    Prisma.sql`invitation_id in (select id from invitations where ${isMeant})`,
    now,
  );
  await transaction.$executeRaw`delete from invitations where ${isMeant}`;
}

/** Links that are open, and mails that wait. */
async function endMails(
  transaction: Transaction,
  { userId, address }: { readonly userId: string; readonly address: string | undefined },
  now: Date,
): Promise<void> {
  await transaction.link.updateMany({
    where: { OR: [{ userId }, ...(address === undefined ? [] : [{ email: address }])], endedAt: null },
    data: { endedAt: now },
  });
  await transaction.mail.updateMany({
    where: {
      OR: [{ userId }, ...(address === undefined ? [] : [{ recipient: address }])],
      status: 'waiting',
    },
    data: { status: 'dropped', endedAt: now },
  });
}

async function endRights(transaction: Transaction, userId: string, now: Date): Promise<void> {
  const own = { ownerKind: 'user', ownerId: userId };
  await transaction.knownDevice.deleteMany({ where: { userId } });
  await transaction.recoveryCode.deleteMany({ where: { userId } });
  await transaction.passkey.deleteMany({ where: { userId } });
  await transaction.member.updateMany({ where: { userId }, data: { status: 'removed' } });
  await transaction.credential.updateMany({
    where: { client: own, revokedAt: null, expiresAt: { gt: now } },
    data: { revokedAt: now },
  });
  // The archived ones too, before the counters: a purge holds a client of which it deletes all, and then the counters.
  await transaction.$executeRaw`
    select from oauth_clients where owner_kind = 'user' and owner_id = ${userId}::uuid order by id for update`;
  await transaction.oAuthClient.updateMany({
    where: { ...own, archivedAt: null },
    data: { archivedAt: now, updatedAt: now },
  });
  // Whoever restores a client lets no app of the former holder exchange its tokens.
  await transaction.connection.updateMany({
    where: { sourceClient: own, status: { not: 'removed' } },
    data: { status: 'removed' },
  });
  // After the clients, so that no secret is added meanwhile: somebody who restores a client must make a new secret
  // first.
  await transaction.clientSecret.updateMany({
    where: { client: own, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
    data: { expiresAt: now },
  });
}
