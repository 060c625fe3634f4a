import { ApiError } from '@latchkey/contracts';
import { errors } from '../../errors.ts';
import {
  assertNoHold,
  type DeletionHold,
  type OwnAccountStore,
} from '../../people/own-account/own-account.ts';
import { spendFactor } from '../accounts/factor-writes.ts';
import { retire } from '../accounts/retire-account.ts';
import { lockRoots } from '../accounts/void-sign-ins.ts';
import { at, Prisma, type Database, type Transaction } from '../database.ts';
import { logChange } from '../request-log/log-change.ts';
import { writeLog } from '../request-log/write-log.ts';
import { lockAccount } from '../sessions/end-sessions.ts';

export function createOwnAccountStore({ prisma, execute }: Database): OwnAccountStore {
  return {
    async update(userId, { name, locale }, row) {
      const changed = await execute(Prisma.sql`
        with changed as (
          update users set name = coalesce(${name ?? null}, name), locale = coalesce(${locale ?? null}, locale),
            updated_at = ${at(row.createdAt)}
          where id = ${userId}::uuid and status = 'active' returning id
        ), ${logChange(row)}`);
      return changed === 1;
    },
    findHold: (userId) => findHold(prisma, userId),
    delete: ({ account, factor, row }) =>
      prisma.$transaction(async (transaction) => {
        const { id, email, kind, tokensValidAfter } = account;
        if (kind === 'root') await lockRoots(transaction);
        await lockAccount(transaction, Prisma.sql`${id}::uuid`);
        await lockOrgsOf(transaction, id);
        assertNoHold(await findHold(transaction, id));
        const isAsProved = Prisma.sql`id = ${id}::uuid and email = ${email} and kind = ${kind} and status = 'active'
          and tokens_valid_after is not distinct from ${at(tokensValidAfter)}`;
        if (factor !== undefined && (await transaction.$executeRaw(spendFactor(id, factor))) === 0)
          throw new ApiError(errors.stateConflict);
        const retired = await retire(transaction, isAsProved, row.createdAt, email);
        if (retired === undefined) throw new ApiError(errors.stateConflict);
        const rows = factor?.kind === 'recovery' ? [factor.row, row] : [row];
        await transaction.$executeRaw(writeLog(rows));
        return retired.ended;
      }),
  };
}

/** Waits for every other change of the people of its orgs: see lockOrg. The order keeps two from waiting in a ring. */
async function lockOrgsOf(transaction: Transaction, userId: string): Promise<void> {
  await transaction.$executeRaw`
    select from orgs where id in (
      select org_id from members where user_id = ${userId}::uuid and status = 'active'
    ) order by id for no key update`;
}

async function findHold(transaction: Transaction, userId: string): Promise<DeletionHold | undefined> {
  const [held] = await transaction.$queryRaw<{ org: string | null }[]>`
    select null as org from users u where u.id = ${userId}::uuid and u.kind = 'root' and not exists (
      select from users x where x.kind = 'root' and x.status = 'active' and x.id <> u.id)
    union all (
      select o.slug from members m join orgs o on o.id = m.org_id and o.status = 'active'
      where m.user_id = ${userId}::uuid and m.role = 'owner' and m.status = 'active' and not exists (
        select from members x join users u on u.id = x.user_id and u.status = 'active'
        where x.org_id = m.org_id and x.role = 'owner' and x.status = 'active' and x.user_id <> m.user_id)
      order by o.slug limit 1
    )`;
  if (held === undefined) return undefined;
  return held.org === null ? { kind: 'root' } : { org: held.org };
}
