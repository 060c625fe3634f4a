import { buildPageQuery, readPageRows, type PageRow } from '@latchkey/pagination';
import type { AccountFilters, ListedAccount } from '../account/account-list.ts';
import type { AccountStore } from '../account/account.ts';
import { Prisma, type Database } from './database.ts';
import { totalOf } from './row-counts.ts';
import { createdWithin, isEmpty, orgIdOf, partPattern } from './search-conditions.ts';

const columns = `t.id, t.email, t.name, t.kind, t.status, t.last_login_at as "lastLoginAt",
  t.created_at as "createdAt", t.totp_secret is not null as "hasTotp", (
    select count(*)::int from members m join orgs o on o.id = m.org_id
    where m.user_id = t.id and m.status = 'active' and o.status = 'active') as "orgCount"`;

export function createAccountSearch({ query }: Pick<Database, 'query'>): AccountStore['search'] {
  return async (filters, plan) => {
    const page = buildPageQuery({
      table: 'users',
      columns,
      idType: 'uuid',
      where: Prisma.join([Prisma.sql`true`, ...conditionsOf(filters)], ' and '),
      ...(isEmpty(filters) && { counter: totalOf('users') }),
      plan,
    });
    return readPageRows(await query<PageRow<ListedAccount>>(page), plan, (row) => row);
  };
}

function conditionsOf(filters: AccountFilters): Prisma.Sql[] {
  const { status, email, name, search, org, kind, hasTotp, ...period } = filters;
  const parts = createdWithin(period);
  if (status !== undefined) parts.push(Prisma.sql`t.status = ${status}`);
  if (email !== undefined) parts.push(Prisma.sql`t.email = ${email}`);
  if (name !== undefined) parts.push(Prisma.sql`t.name = ${name}`);
  if (kind !== undefined) parts.push(Prisma.sql`t.kind = ${kind}`);
  if (hasTotp !== undefined)
    parts.push(hasTotp ? Prisma.sql`t.totp_secret is not null` : Prisma.sql`t.totp_secret is null`);
  if (search !== undefined) {
    const pattern = partPattern(search);
    parts.push(Prisma.sql`(t.email ilike ${pattern} or t.name ilike ${pattern})`);
  }
  if (org !== undefined)
    parts.push(Prisma.sql`exists (select from members m
      where m.org_id = ${orgIdOf(org)} and m.user_id = t.id and m.status = 'active')`);
  return parts;
}
