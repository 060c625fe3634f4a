import type { PrismaClient } from '../../prisma/generated/client.ts';
import type { AccountStore } from '../account/account-store.ts';
import type { Account } from '../account/account.ts';
import type { LogEntry } from '../request-log/request-log.ts';
import { at, Prisma, type Transaction } from './database.ts';
import { endSessions } from './end-sessions.ts';
import { addRows } from './row-counts.ts';

/**
 * See AccountStore.takeOver. The first statement decides who takes the account over: it holds for one caller. The
 * statements after it see all that was opened before.
 */
export function createTakeOver(prisma: PrismaClient): AccountStore['takeOver'] {
  return (owner, row) =>
    prisma.$transaction(async (transaction) => {
      const [taken] = await transaction.$queryRaw<{ id: string }[]>(claim(owner, row.createdAt));
      if (taken === undefined) return undefined;
      const ended = await endSessions(transaction, Prisma.sql`user_id = ${taken.id}::uuid`, row.createdAt);
      await endRights(transaction, taken.id, row.createdAt);
      const entry: LogEntry = { ...row, userId: taken.id };
      await transaction.$executeRaw(addRows('request_log', [entry]));
      return { userId: taken.id, ended };
    });
}

function claim({ email, name, passwordHash }: Account, now: Date): Prisma.Sql {
  return Prisma.sql`
    update users set name = ${name}, password_hash = ${passwordHash},
      must_change_password = false, totp_secret = null, totp_pending = null, totp_last_step = null,
      email_verified_at = ${at(now)}, signed_up_unverified = false, kept_family_id = null, kept_valid_after = null, last_login_at = null,
      updated_at = ${at(now)},
      tokens_valid_after = greatest(${at(now)}, tokens_valid_after + interval '1 millisecond')
    where email = ${email} and signed_up_unverified and email_verified_at is null
      and kind = 'user' and status = 'active'
    returning id`;
}

async function endRights(transaction: Transaction, userId: string, now: Date): Promise<void> {
  const own = { ownerKind: 'user', ownerId: userId };
  await transaction.knownDevice.deleteMany({ where: { userId } });
  await transaction.member.updateMany({ where: { userId }, data: { status: 'removed' } });
  await transaction.credential.updateMany({
    where: { client: own, revokedAt: null, expiresAt: { gt: now } },
    data: { revokedAt: now },
  });
  await transaction.oAuthClient.updateMany({
    where: { ...own, archivedAt: null },
    data: { archivedAt: now, updatedAt: now },
  });
  // Whoever restores a client lets no app of the former holder exchange its tokens.
  await transaction.connection.updateMany({
    where: { sourceClient: own, status: 'active' },
    data: { status: 'removed' },
  });
  // After the clients, so that no secret is added meanwhile: somebody who restores a client must make a new secret
  // first.
  await transaction.clientSecret.updateMany({
    where: { client: own, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
    data: { expiresAt: now },
  });
}
