import { isUuid } from '@latchkey/contracts';
import type { Org, OrgStore } from '../../people/orgs/org.ts';
import { insertRows, Prisma, type Database } from '../database.ts';
import { logChange } from '../request-log/log-change.ts';
import { createOrgSearches } from './org-list.ts';
import { createPeopleWrites } from './org-people.ts';

export function createOrgStore({ prisma, query, execute }: Database): OrgStore {
  return {
    async create(org, row) {
      const added = Prisma.sql`with changed as (
          ${insertRows('orgs', [org])} on conflict do nothing returning id
        ), ${logChange(row)}`;
      return (await execute(added)) === 1;
    },
    async find(org) {
      const byId = isUuid(org) ? [{ id: org.toLowerCase() }] : [];
      const row = await prisma.org.findFirst({
        where: { OR: [{ slug: org }, ...byId] },
        omit: { invitedOn: true, invitedCount: true },
      });
      return row === null ? undefined : { ...row, status: row.status as Org['status'] };
    },
    async countPeople(orgId, now) {
      const active = { orgId, status: 'active' };
      return {
        members: await prisma.member.count({ where: active }),
        owners: await prisma.member.count({ where: { ...active, role: 'owner' } }),
        invitations: await prisma.invitation.count({
          where: { orgId, acceptedAt: null, expiresAt: { gt: now } },
        }),
      };
    },
    ...createOrgSearches({ query }),
    ...createPeopleWrites({ prisma }),
  };
}
