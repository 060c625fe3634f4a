import type { Account, AccountStore, Membership } from '../account/account.ts';
import { Prisma, type Database } from './database.ts';

/** Accounts and their memberships in Postgres. */
export function createAccountStore(database: Database): AccountStore {
  async function findOne(condition: Prisma.Sql): Promise<Account | undefined> {
    const rows = await database.$queryRaw<Account[]>`
      select id, email, name, kind, status, password_hash as "passwordHash", totp_secret as "totpSecret",
        tokens_valid_after as "tokensValidAfter"
      from users where ${condition}`;
    return rows[0];
  }

  return {
    findById: (userId) => findOne(Prisma.sql`id = ${userId}::uuid`),
    findByEmail: (email) => findOne(Prisma.sql`email = ${email}`),
    listMemberships: (userId) => database.$queryRaw<Membership[]>`
      select o.id as "orgId", o.slug as "orgSlug", m.role
      from members m join orgs o on o.id = m.org_id
      where m.user_id = ${userId}::uuid and m.status = 'active' and o.status = 'active'
      order by m.created_at, m.id`,
    async spendTotpStep(userId, step) {
      const count = await database.$executeRaw`
        update users set totp_last_step = ${step}::bigint
        where id = ${userId}::uuid and (totp_last_step is null or totp_last_step < ${step}::bigint)`;
      return count === 1;
    },
    async replacePasswordHash(userId, oldHash, newHash) {
      await database.$executeRaw`
        update users set password_hash = ${newHash}
        where id = ${userId}::uuid and password_hash = ${oldHash}`;
    },
  };
}
