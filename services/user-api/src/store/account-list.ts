import { buildPageQuery, readPageRows, type PageRow } from '@latchkey/pagination';
import type { AccountFilters, ListedAccount } from '../account/account-list.ts';
import type { AccountStore } from '../account/account-store.ts';
import { Prisma, type Database } from './database.ts';
import { totalOf } from './row-counts.ts';
import { createdWithin, orgIdOf, userHasPart } from './search-conditions.ts';

const columns = `t.id, t.email, t.name, t.kind, t.status, t.last_login_at as "lastLoginAt",
  t.created_at as "createdAt", t.totp_secret is not null as "hasTotp", (
    select count(*)::int from members m join orgs o on o.id = m.org_id
    where m.user_id = t.id and m.status = 'active' and o.status = 'active') as "orgCount"`;

export function createAccountSearch({ query }: Pick<Database, 'query'>): AccountStore['search'] {
  /** The planner must know which org it is: the members of a big and of a small one are found in different ways. */
  async function findOrgId(org: string): Promise<string | null> {
    const [found] = await query<{ id: string | null }>(Prisma.sql`select ${orgIdOf(org)} as id`);
    return found?.id ?? null;
  }

  return async ({ org, ...filters }, plan) => {
    const parts = [Prisma.sql`true`, ...conditionsOf(filters)];
    if (org !== undefined) parts.push(isMemberOf(await findOrgId(org)));
    const page = buildPageQuery({
      table: 'users',
      columns,
      idType: 'uuid',
      where: Prisma.join(parts, ' and '),
      unfiltered: parts.length === 1,
      ...(parts.length === 1 && { counter: totalOf('users') }),
      plan,
    });
    return readPageRows(await query<PageRow<ListedAccount>>(page), plan, (row) => row);
  };
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
