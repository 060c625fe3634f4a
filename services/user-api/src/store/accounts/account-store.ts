import { foldEmail, isUuid } from '@latchkey/contracts';
import { fieldsBut, selectList } from '@latchkey/database';
import type { UserModel } from '../../../prisma/generated/models.ts';
import type { AccountNames, AccountStore } from '../../accounts/account-store.ts';
import type { Account, AccountStanding, Membership } from '../../accounts/account.ts';
import { isClosed } from '../clients/client-store.ts';
import { anyOf, at, Prisma, type Database } from '../database.ts';
import { logChange } from '../request-log/log-change.ts';
import { createAccountSearch } from './account-list.ts';
import { createAccount } from './create-account.ts';
import { createFactorWrites } from './factor-writes.ts';
import { createTakeOver } from './place-owner.ts';
import { createFindChanges } from './standing-changes.ts';
import { voidSignIns } from './void-sign-ins.ts';

/** What no account is looked up for. */
const unread = [
  'totpLastStep',
  'passkeyHandle',
  'firstPasskeyUntil',
  'lastLoginAt',
  'importedAt',
  'createdAt',
  'updatedAt',
] as const;

export type AccountRow = Omit<UserModel, (typeof unread)[number]>;

export const accountColumns = Prisma.raw(selectList(fieldsBut(Prisma.UserScalarFieldEnum, ...unread)));

export function createAccountStore(database: Database): AccountStore {
  async function findOne(condition: Prisma.Sql): Promise<Account | undefined> {
    const [row] = await database.query<AccountRow>(
      Prisma.sql`select ${accountColumns} from users t where ${condition}`,
    );
    return row && toAccount(row);
  }

  return {
    findById: (userId) => findOne(Prisma.sql`t.id = ${userId}::uuid`),
    findStandings: (userIds) =>
      database.query<AccountStanding>(Prisma.sql`
        select t.id, t.email, t.email_verified_at as "emailVerifiedAt", t.name, t.kind, t.status,
          t.tokens_valid_after as "tokensValidAfter", t.kept_family_id as "keptFamilyId",
          t.kept_valid_after as "keptValidAfter", t.device_sign_in as "deviceSignIn",
          array(
            select o.slug from members m join orgs o on o.id = m.org_id where ${isMembership(Prisma.sql`t.id`)}
          ) as groups
        from users t where t.id = ${anyOf(userIds, 'uuid')}`),
    findChanges: createFindChanges(database),
    findByEmail: (email) => findOne(Prisma.sql`t.email = ${email}`),
    findNamed: (...given) => findNamed(database, ...given),
    create: async (...all) => (await database.execute(createAccount(...all))) === 1,
    takeOver: createTakeOver(database.prisma),
    async verifyEmail(userId, row) {
      const now = at(row.createdAt);
      const changed = await database.execute(Prisma.sql`
        with altered as (
          update users set email_verified_at = ${now}, updated_at = ${now}
          where id = ${userId}::uuid and email_verified_at is null and status in ('active', 'disabled') returning id
        ), unlinked as (
          update links set ended_at = ${now} from altered
          where user_id = altered.id and purpose <> 'restore' and ended_at is null
          returning links.id
        ), changed as (select id from altered, (select count(*) from unlinked) before), ${logChange(row)}`);
      return changed === 1;
    },
    async setDeviceSignIn({ id, tokensValidAfter }, deviceSignIn, row) {
      const changed = await database.execute(Prisma.sql`
        with changed as (
          update users set device_sign_in = ${deviceSignIn}, updated_at = ${at(row.createdAt)}
          where id = ${id}::uuid and status = 'active'
            and tokens_valid_after is not distinct from ${at(tokensValidAfter)} returning id
        ), ${logChange(row)}`);
      return changed === 1;
    },
    listMemberships: (userId) =>
      database.query<Membership>(Prisma.sql`
        select o.id as "orgId", o.slug as "orgSlug", m.role
        from members m join orgs o on o.id = m.org_id
        where ${isMembership(Prisma.sql`${userId}::uuid`)}`),
    async replacePasswordHash(userId, oldHash, newHash) {
      const where = { id: userId, passwordHash: oldHash };
      await database.prisma.user.updateMany({ where, data: { passwordHash: newHash } });
    },
    ...createVoidingWrites(database),
    search: createAccountSearch(database),
    ...createFactorWrites(database),
  };
}

async function findNamed(
  { query }: Database,
  clientId: string,
  { email, userId }: AccountNames,
): ReturnType<AccountStore['findNamed']> {
  const isNamed = [
    ...(email === undefined ? [] : [Prisma.sql`t.email = ${foldEmail(email)}`]),
    ...(userId === undefined
      ? []
      : [isUuid(userId) ? Prisma.sql`t.id = ${userId}::uuid` : Prisma.sql`false`]),
  ];
  const [row] = await query<AccountRow & { isClosed: boolean }>(Prisma.sql`
    select exists (select from oauth_clients c where c.id = ${clientId} and ${isClosed}) as "isClosed",
      ${accountColumns}
    from (select) one left join users t
      on ${isNamed.length === 0 ? Prisma.sql`false` : Prisma.join(isNamed, ' and ')}`);
  if (row === undefined) throw new Error('a left join without a row');
  const { isClosed: closed, ...account } = row;
  return { isClosed: closed, account: account.id === null ? undefined : toAccount(account) };
}

/** The changes of an account that end its sign-ins. */
function createVoidingWrites({
  prisma,
}: Database): Pick<AccountStore, 'setPassword' | 'setStatus' | 'setKind'> {
  return {
    setPassword: (userId, { hash, firstUntil = null, over, endsPasskeys, ...change }) =>
      voidSignIns(prisma, userId, change, {
        endsPasskeys,
        set: Prisma.sql`password_hash = ${hash}, first_password_until = ${at(firstUntil)}`,
        precondition: over
          ? Prisma.sql`status = 'active' and first_password_until is not distinct from ${at(over.firstPasswordUntil)}
              and tokens_valid_after is not distinct from ${at(over.tokensValidAfter)}`
          : Prisma.sql`status in ('active', 'disabled')`,
      }),
    setStatus: (userId, { status, ...change }) =>
      voidSignIns(prisma, userId, change, {
        set: Prisma.sql`status = ${status}`,
        // An account that was disabled before its person came has no way in: it is not enabled again.
        precondition:
          status === 'disabled'
            ? Prisma.sql`status in ('active', 'invited')`
            : Prisma.sql`status = 'disabled' and (email_verified_at is not null or password_hash is not null)`,
        leavesRoot: true,
      }),
    setKind: (userId, { kind, ...change }) =>
      voidSignIns(prisma, userId, change, {
        set: Prisma.sql`kind = ${kind}`,
        precondition: Prisma.sql`status = 'active' and email_verified_at is not null and kind <> ${kind}`,
        leavesRoot: true,
      }),
  };
}

/** Of a member `m` of an org `o`; the oldest first. */
function isMembership(userId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`m.user_id = ${userId} and m.status = 'active' and o.status = 'active'
    order by m.created_at, m.id`;
}

export function toAccount(row: AccountRow): Account {
  return { ...row, kind: row.kind as Account['kind'], status: row.status as Account['status'] };
}
