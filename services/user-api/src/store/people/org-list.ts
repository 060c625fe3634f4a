import { buildPageQuery, readPageRows, type PageRow } from '@latchkey/pagination';
import type {
  ListedMember,
  Org,
  OrgFilters,
  OrgScope,
  OrgStore,
  PeopleFilters,
} from '../../people/orgs/org.ts';
import { Prisma, type Database } from '../database.ts';
import { hasPart, isEmpty, orgIdOf } from '../search-conditions.ts';

export function createOrgSearches({
  query,
}: Pick<Database, 'query'>): Pick<OrgStore, 'search' | 'searchMembers'> {
  return {
    async search(scope, filters, plan) {
      const page = buildPageQuery({
        table: 'orgs',
        columns: 't.id, t.slug, t.name, t.status, t.created_at as "createdAt"',
        idType: 'uuid',
        where: Prisma.join([isOneOf(scope), ...narrowOrgs(filters)], ' and '),
        unfiltered: scope.all && isEmpty(filters),
        plan,
      });
      return readPageRows(await query<PageRow<Org>>(page), plan, (row) => row);
    },
    async searchMembers(scope, filters, plan) {
      const page = buildPageQuery({
        table: 'members',
        columns: `t.id, t.org_id as "orgId", t.user_id as "userId", t.role, t.created_at as "createdAt",
          o.slug as "orgSlug", u.email, u.name`,
        joins: 'join orgs o on o.id = t.org_id join users u on u.id = t.user_id',
        idType: 'uuid',
        where: ofOrgs(
          scope,
          Prisma.join([Prisma.sql`t.status = 'active'`, ...narrowMembers(filters)], ' and '),
        ),
        unfiltered: scope.all && isEmpty(filters),
        plan,
      });
      return readPageRows(await query<PageRow<ListedMember>>(page), plan, (row) => row);
    },
  };
}

function isOneOf(scope: OrgScope): Prisma.Sql {
  return scope.all ? Prisma.sql`true` : Prisma.sql`t.id = any(${[...scope.orgIds]}::uuid[])`;
}

/** Ownership, as one condition for each org of `t`, together with what narrows it. */
export function ofOrgs(scope: OrgScope, narrowed: Prisma.Sql): Prisma.Sql[] {
  if (scope.all) return [narrowed];
  return scope.orgIds.map((orgId) => Prisma.sql`t.org_id = ${orgId}::uuid and ${narrowed}`);
}

function narrowOrgs({ status, org, search }: OrgFilters): Prisma.Sql[] {
  const parts: Prisma.Sql[] = [];
  if (status !== undefined) parts.push(Prisma.sql`t.status = ${status}`);
  if (org !== undefined) parts.push(Prisma.sql`t.id = ${orgIdOf(org)}`);
  if (search !== undefined) parts.push(hasPart(['t.slug', 't.name'], search));
  return parts;
}

function narrowMembers({ org, role, email }: PeopleFilters): Prisma.Sql[] {
  const parts: Prisma.Sql[] = [];
  if (org !== undefined) parts.push(Prisma.sql`t.org_id = ${orgIdOf(org)}`);
  if (role !== undefined) parts.push(Prisma.sql`t.role = ${role}`);
  if (email !== undefined)
    parts.push(Prisma.sql`t.user_id = (select u.id from users u where u.email = ${email})`);
  return parts;
}
