import type { Link, Sending } from '../../people/mail/link.ts';
import { at, insertRows, Prisma, type Transaction } from '../database.ts';

export function isOpenLink(now: Date, alias: 'l' | 'links' = 'links'): Prisma.Sql {
  const link = Prisma.raw(alias);
  return Prisma.sql`${link}.ended_at is null and ${link}.expires_at > ${at(now)}`;
}

/**
 * Ends links. Everywhere, accounts are locked before links, and links before invitations, so that nobody waits in a
 * ring.
 */
export async function endLinks(transaction: Transaction, condition: Prisma.Sql, now: Date): Promise<void> {
  await transaction.$executeRaw`
    update links set ended_at = ${at(now)} where ${condition} and ended_at is null`;
}

/**
 * SQL: the links of an account that end when its password, status or codes change. Whoever has a stolen session and the
 * password can change these, so the link that puts the old address back stays.
 */
export function linksOf(userId: string): Prisma.Sql {
  return Prisma.sql`user_id = ${userId}::uuid and purpose <> 'restore'`;
}

/** SQL: those of the same purpose, address, account and invitation; one of them is the newest. */
export function sameAs({ purpose, email, userId, invitationId }: Link): Prisma.Sql {
  return Prisma.sql`purpose = ${purpose} and email = ${email} and user_id is not distinct from ${userId}::uuid
    and invitation_id is not distinct from ${invitationId}::uuid`;
}

/** Spends a link; false where it is not open. It holds for one caller. */
export async function spendLink(transaction: Transaction, isMeant: Prisma.Sql, now: Date): Promise<boolean> {
  const spent = await transaction.$executeRaw`
    update links set ended_at = ${at(now)} where ${isMeant} and ${isOpenLink(now)}`;
  return spent === 1;
}

/** Stores what an act sends; its link takes the place of the open one. */
export async function addSending(transaction: Transaction, { link, mail }: Sending): Promise<void> {
  if (link !== null) {
    await endLinks(transaction, sameAs(link), link.createdAt);
    await transaction.$executeRaw(insertRows('links', [link]));
  }
  if (mail !== null) await transaction.$executeRaw(insertRows('mails', [mail]));
}
