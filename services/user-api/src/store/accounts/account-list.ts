import { buildPageQuery, readPageRows, type PageQuery, type PageRow } from '@latchkey/pagination';
import { createGate } from '@latchkey/secrets';
import type { AccountFilters, ListedAccount } from '../../accounts/account-list.ts';
import type { AccountStore } from '../../accounts/account-store.ts';
import { errors } from '../../errors.ts';
import { Prisma, type Database } from '../database.ts';
import { totalOf, totalWithin } from '../row-counts.ts';
import { createdWithin, isEmpty, orgIdOf, userHasPart } from '../search-conditions.ts';

const columns = `t.id, t.email, t.name, t.kind, t.status, t.last_login_at as "lastLoginAt",
  t.created_at as "createdAt", t.totp_secret is not null as "hasTotp", (
    select count(*)::int from members m join orgs o on o.id = m.org_id
    where m.user_id = t.id and m.status = 'active' and o.status = 'active') as "orgCount"`;

/** A part of a text that more users have is searched for at two places only, so that other callers are served. */
const manyMatches = 10_000;
const manyLimits = { concurrency: 2, queueLength: 0, waitMs: 0, retryAfterSeconds: 2 };

export function createAccountSearch({ query }: Pick<Database, 'query'>): AccountStore['search'] {
  /** The planner must know which org it is: the members of a big and of a small one are found in different ways. */
  async function findOrgId(org: string): Promise<string | null> {
    const [found] = await query<{ id: string | null }>(Prisma.sql`select ${orgIdOf(org)} as id`);
    return found?.id ?? null;
  }

  const searchOfMany = createGate({ ...manyLimits, overloaded: errors.searchesBusy });

  return async ({ org, ...filters }, plan) => {
    const parts = conditionsOf(filters);
    if (org !== undefined) parts.push(isMemberOf(await findOrgId(org)));
    const page: PageQuery = {
      table: 'users',
      columns,
      idType: 'uuid',
      where: parts.length === 0 ? Prisma.sql`true` : Prisma.join(parts, ' and '),
      unfiltered: parts.length === 0,
      ...counterOf({ org, ...filters }),
      plan,
    };
    const read = async (changes: Partial<PageQuery> = {}) =>
      readPageRows(
        await query<PageRow<ListedAccount>>(buildPageQuery({ ...page, ...changes })),
        plan,
        (row) => row,
      );
    if (filters.search === undefined) return read();
    const found = await read({ findFirst: manyMatches });
    return found.totalCount > manyMatches ? searchOfMany(() => read()) : found;
  };
}

/** The total without a filter and of a period is kept; with any other filter it is counted. */
function counterOf({ createdFromMs, createdToMs, ...others }: AccountFilters): Partial<PageQuery> {
  if (!isEmpty(others)) return {};
  if (isEmpty({ createdFromMs, createdToMs })) return { counter: totalOf('users') };
  return { counter: totalWithin('users', { createdFromMs, createdToMs }) };
}

function isMemberOf(orgId: string | null): Prisma.Sql {
  return Prisma.sql`exists (select from members m
    where m.org_id = ${orgId}::uuid and m.user_id = t.id and m.status = 'active')`;
}

function conditionsOf(filters: Omit<AccountFilters, 'org'>): Prisma.Sql[] {
  const { status, email, name, search, kind, hasTotp, ...period } = filters;
  const parts = createdWithin(period);
  if (status !== undefined) parts.push(Prisma.sql`t.status = ${status}`);
  if (email !== undefined) parts.push(Prisma.sql`t.email = ${email}`);
  if (name !== undefined) parts.push(Prisma.sql`t.name = ${name}`);
  if (kind !== undefined) parts.push(Prisma.sql`t.kind = ${kind}`);
  if (hasTotp !== undefined)
    parts.push(hasTotp ? Prisma.sql`t.totp_secret is not null` : Prisma.sql`t.totp_secret is null`);
  if (search !== undefined) parts.push(userHasPart('t', search));
  return parts;
}
