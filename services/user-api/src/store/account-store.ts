import type { UserModel } from '../../prisma/generated/models.ts';
import type { Account, AccountStore, Membership, SealedSecrets } from '../account/account.ts';
import { at, fieldsBut, Prisma, selectList, type Database } from './database.ts';
import { addRows } from './row-counts.ts';
import { createTakeOver } from './take-over.ts';
import { voidSignIns } from './void-sign-ins.ts';

type Row = Omit<UserModel, 'totpLastStep' | 'lastLoginAt' | 'createdAt' | 'updatedAt'>;

const columns = Prisma.raw(
  selectList(fieldsBut(Prisma.UserScalarFieldEnum, 'totpLastStep', 'lastLoginAt', 'createdAt', 'updatedAt')),
);

/** Accounts and their memberships in PostgreSQL. */
export function createAccountStore(database: Database): AccountStore {
  async function findOne(condition: Prisma.Sql): Promise<Account | undefined> {
    const [row] = await database.query<Row>(Prisma.sql`select ${columns} from users t where ${condition}`);
    return row && toAccount(row);
  }

  return {
    findById: (userId) => findOne(Prisma.sql`t.id = ${userId}::uuid`),
    findByEmail: (email) => findOne(Prisma.sql`t.email = ${email}`),
    async create(account, now) {
      const record = { ...account, createdAt: now, updatedAt: now };
      const isNew = Prisma.sql`on conflict (email) do nothing`;
      return (await database.execute(addRows('users', [record], isNew))) === 1;
    },
    takeOver: createTakeOver(database.prisma),
    async verifyEmail(userId, now) {
      const where = { id: userId, emailVerifiedAt: null, status: { not: 'deleted' } };
      const data = { emailVerifiedAt: now, updatedAt: now };
      return (await database.prisma.user.updateMany({ where, data })).count === 1;
    },
    listMemberships: (userId) =>
      database.query<Membership>(Prisma.sql`
        select o.id as "orgId", o.slug as "orgSlug", m.role
        from members m join orgs o on o.id = m.org_id
        where m.user_id = ${userId}::uuid and m.status = 'active' and o.status = 'active'
        order by m.created_at, m.id`),
    async replacePasswordHash(userId, oldHash, newHash) {
      const where = { id: userId, passwordHash: oldHash };
      await database.prisma.user.updateMany({ where, data: { passwordHash: newHash, passwordNfkc: true } });
    },
    setPassword: (userId, { hash, mustChange = false, over, ...change }) =>
      voidSignIns(database.prisma, userId, change, {
        set: Prisma.sql`password_hash = ${hash}, password_nfkc = true, must_change_password = ${mustChange}`,
        precondition: over
          ? Prisma.sql`status = 'active' and password_hash is not distinct from ${over.passwordHash}
              and tokens_valid_after is not distinct from ${at(over.tokensValidAfter)}`
          : Prisma.sql`status <> 'deleted'`,
      }),
    setStatus: (userId, { status, ...change }) =>
      voidSignIns(database.prisma, userId, change, {
        set: Prisma.sql`status = ${status}`,
        precondition: Prisma.sql`status in ('active', 'disabled') and status <> ${status}`,
      }),
    ...createTotpWrites(database),
  };
}

type TotpWrites = Pick<
  AccountStore,
  | 'isTotpStepFree'
  | 'spendTotpStep'
  | 'beginTotp'
  | 'confirmTotp'
  | 'removeTotp'
  | 'resealTotp'
  | 'listSealedBefore'
>;

/** The conditional writes of an account's one-time codes; each answers whether its condition held. */
function createTotpWrites(database: Database): TotpWrites {
  const update = async (statement: Prisma.Sql) => (await database.execute(statement)) === 1;
  return {
    async isTotpStepFree(userId, step) {
      const condition = Prisma.sql`t.id = ${userId}::uuid and ${isStepFree(step)}`;
      return (await database.query(Prisma.sql`select from users t where ${condition}`)).length === 1;
    },
    spendTotpStep: (userId, step) =>
      update(Prisma.sql`
        update users set totp_last_step = ${step}::bigint where id = ${userId}::uuid and ${isStepFree(step)}`),
    beginTotp: (userId, sealed) =>
      update(Prisma.sql`
        update users set totp_pending = ${sealed}, updated_at = now()
        where id = ${userId}::uuid and totp_secret is null`),
    confirmTotp: (userId, sealed, step) =>
      update(Prisma.sql`
        update users set totp_secret = totp_pending, totp_pending = null, totp_last_step = ${step}::bigint,
          updated_at = now()
        where id = ${userId}::uuid and totp_secret is null and totp_pending = ${sealed}`),
    resealTotp: (userId, sealed, sealedAnew) =>
      update(Prisma.sql`
        update users set
          totp_secret = case when totp_secret = ${sealed} then ${sealedAnew} else totp_secret end,
          totp_pending = case when totp_pending = ${sealed} then ${sealedAnew} else totp_pending end
        where id = ${userId}::uuid and ${sealed} in (totp_secret, totp_pending)`),
    listSealedBefore: (kid, afterId, limit) =>
      database.query<SealedSecrets>(Prisma.sql`
        select t.id, t.totp_secret as "totpSecret", t.totp_pending as "totpPending" from users t
        where t.id > ${afterId}::uuid and (not starts_with(t.totp_secret, ${`${kid}.`})
          or not starts_with(t.totp_pending, ${`${kid}.`}))
        order by t.id limit ${limit}`),
    removeTotp: (userId) =>
      update(Prisma.sql`
        update users set totp_secret = null, totp_pending = null, updated_at = now()
        where id = ${userId}::uuid and totp_secret is not null`),
  };
}

/** The condition that a one-time code's time step is newer than every step consumed before. */
export function isStepFree(step: number): Prisma.Sql {
  return Prisma.sql`(totp_last_step is null or totp_last_step < ${step}::bigint)`;
}

function toAccount(row: Row): Account {
  return { ...row, kind: row.kind as Account['kind'], status: row.status as Account['status'] };
}
