import type { Account, AccountStore, Membership } from '../account/account.ts';
import { at, Prisma, type Database } from './database.ts';
import { voidSignIns } from './void-sign-ins.ts';

/** Accounts and their memberships in Postgres. */
export function createAccountStore(database: Database): AccountStore {
  async function findOne(condition: Prisma.Sql): Promise<Account | undefined> {
    const rows = await database.$queryRaw<Account[]>`
      select id, email, name, kind, status, password_hash as "passwordHash", totp_secret as "totpSecret",
        totp_pending as "totpPending", tokens_valid_after as "tokensValidAfter",
        kept_family_id as "keptFamilyId"
      from users where ${condition}`;
    return rows[0];
  }

  async function updateOne(statement: Prisma.Sql): Promise<boolean> {
    return (await database.$executeRaw(statement)) === 1;
  }

  return {
    findById: (userId) => findOne(Prisma.sql`id = ${userId}::uuid`),
    findByEmail: (email) => findOne(Prisma.sql`email = ${email}`),
    async create({ id, email, name, kind, status, passwordHash }, now, member) {
      const join = Prisma.sql`, joined as (
        insert into members (id, org_id, user_id, role, status, created_at)
        select ${member?.id}::uuid, ${member?.orgId}::uuid, made.id, 'member', 'active', ${at(now)} from made)`;
      const rows = await database.$queryRaw<unknown[]>`
        with made as (
          insert into users (id, email, name, kind, status, password_hash, created_at, updated_at)
          values (${id}::uuid, ${email}, ${name}, ${kind}, ${status}, ${passwordHash}, ${at(now)}, ${at(now)})
          on conflict (email) do nothing returning id
        ) ${member === undefined ? Prisma.empty : join}
        select id from made`;
      return rows.length === 1;
    },
    listMemberships: (userId) => database.$queryRaw<Membership[]>`
      select o.id as "orgId", o.slug as "orgSlug", m.role
      from members m join orgs o on o.id = m.org_id
      where m.user_id = ${userId}::uuid and m.status = 'active' and o.status = 'active'
      order by m.created_at, m.id`,
    spendTotpStep: (userId, step) =>
      updateOne(Prisma.sql`
        update users set totp_last_step = ${step}::bigint
        where id = ${userId}::uuid and (totp_last_step is null or totp_last_step < ${step}::bigint)`),
    async replacePasswordHash(userId, oldHash, newHash) {
      await database.$executeRaw`
        update users set password_hash = ${newHash}
        where id = ${userId}::uuid and password_hash = ${oldHash}`;
    },
    setPassword(userId, { hash, over, ...change }) {
      const isMeant = over
        ? Prisma.sql`status = 'active' and password_hash is not distinct from ${over.passwordHash}
            and tokens_valid_after is not distinct from ${over.tokensValidAfter?.toISOString() ?? null}::timestamptz`
        : Prisma.sql`status <> 'deleted'`;
      return voidSignIns(database, userId, change, { set: Prisma.sql`password_hash = ${hash}`, isMeant });
    },
    beginTotp: (userId, sealed) =>
      updateOne(Prisma.sql`
        update users set totp_pending = ${sealed}, updated_at = now()
        where id = ${userId}::uuid and totp_secret is null`),
    confirmTotp: (userId, sealed, step) =>
      updateOne(Prisma.sql`
        update users set totp_secret = totp_pending, totp_pending = null, totp_last_step = ${step}::bigint,
          updated_at = now()
        where id = ${userId}::uuid and totp_secret is null and totp_pending = ${sealed}`),
    removeTotp: (userId) =>
      updateOne(Prisma.sql`
        update users set totp_secret = null, totp_pending = null, updated_at = now()
        where id = ${userId}::uuid and totp_secret is not null`),
    setStatus: (userId, { status, ...change }) =>
      voidSignIns(database, userId, change, {
        set: Prisma.sql`status = ${status}`,
        isMeant: Prisma.sql`status in ('active', 'disabled') and status <> ${status}`,
      }),
  };
}
