import type { PasskeyModel } from '../../../prisma/generated/models.ts';
import type { Passkey, PasskeyStore } from '../../accounts/passkey.ts';
import { at, insertRows, Prisma, type Database } from '../database.ts';
import { writeLog } from '../request-log/write-log.ts';
import { lockAccount } from '../sessions/end-sessions.ts';
import { toAccount } from './account-store.ts';
import { endPasskeys } from './end-passkeys.ts';

/** Everywhere, accounts are locked before their passkeys. */
export function createPasskeyStore({ prisma }: Database): PasskeyStore {
  return {
    async list(userId) {
      const rows = await prisma.passkey.findMany({
        where: { userId },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      });
      return rows.map(toPasskey);
    },
    async find(credentialId) {
      const row = await prisma.passkey.findUnique({ where: { credentialId }, include: { user: true } });
      if (row === null) return undefined;
      const { user, ...passkey } = row;
      const { passkeyHandle: handle } = user;
      return { passkey: toPasskey(passkey), account: toAccount(user), handle };
    },
    async openHandle(userId, fresh) {
      const [opened] = await prisma.$queryRaw<{ handle: string }[]>`
        update users set passkey_handle = coalesce(passkey_handle, ${fresh})
        where id = ${userId}::uuid and status = 'active' returning passkey_handle as handle`;
      return opened?.handle;
    },
    async findFirstUntil(id) {
      const found = await prisma.user.findUnique({ where: { id }, select: { firstPasskeyUntil: true } });
      return found?.firstPasskeyUntil ?? null;
    },
    add: (passkey, { account, handle, most, row }) =>
      prisma.$transaction(async (transaction) => {
        const { id, tokensValidAfter } = account;
        const locked = await transaction.$queryRaw<unknown[]>`
          select id from users where id = ${id}::uuid and status = 'active' and passkey_handle = ${handle}
            and tokens_valid_after is not distinct from ${at(tokensValidAfter)} for no key update`;
        if (locked.length === 0) return false;
        const added = await transaction.$executeRaw`
          ${insertRows('passkeys', [passkey])}
          where (select count(*) from passkeys where user_id = ${id}::uuid) < ${most} on conflict do nothing`;
        if (added === 0) return false;
        await transaction.$executeRaw(writeLog([row]));
        return true;
      }),
    remove: (userId, id, row) =>
      prisma.$transaction(async (transaction) => {
        await lockAccount(transaction, Prisma.sql`${userId}::uuid`);
        const { count } = await transaction.passkey.deleteMany({ where: { id, userId } });
        if (count > 0) await transaction.$executeRaw(writeLog([row]));
        return count > 0;
      }),
    removeAll: (userId, row) =>
      prisma.$transaction(async (transaction) => {
        const isAny = await endPasskeys(transaction, userId);
        if (isAny) await transaction.$executeRaw(writeLog([row]));
        return isAny;
      }),
  };
}

function toPasskey({ counter, ...row }: PasskeyModel): Passkey {
  return { ...row, counter: Number(counter) };
}
