import { isUuid } from '@latchkey/contracts';
import type { Org, OrgStore } from '../org/org.ts';
import { at, Prisma, type Database } from './database.ts';
import { endSessions, lockAccount } from './end-sessions.ts';
import { addWithRow, logChange } from './log-change.ts';
import { addRows } from './row-counts.ts';

/** Orgs and their members in PostgreSQL. */
export function createOrgStore({ prisma, execute }: Database): OrgStore {
  return {
    async create(org, row) {
      return (await execute(addWithRow('orgs', org, row, Prisma.sql`on conflict do nothing`))) === 1;
    },
    async find(org) {
      const byId = isUuid(org) ? [{ id: org.toLowerCase() }] : [];
      const row = await prisma.org.findFirst({ where: { OR: [{ slug: org }, ...byId] } });
      return row === null ? undefined : { ...row, status: row.status as Org['status'] };
    },
    async putMember({ id, orgId, userId, role, createdAt }, row) {
      await execute(Prisma.sql`
        with changed as (
          insert into members (id, org_id, user_id, role, status, created_at)
          values (${id}::uuid, ${orgId}::uuid, ${userId}::uuid, ${role}, 'active', ${at(createdAt)})
          on conflict (org_id, user_id) do update set role = excluded.role, status = 'active'
          returning id
        ), ${logChange(row)}`);
    },
    removeMember: (orgId, userId, row) =>
      prisma.$transaction(async (transaction) => {
        await lockAccount(transaction, Prisma.sql`${userId}::uuid`);
        const open = Prisma.sql`org_id = ${orgId}::uuid and accepted_at is null
          and email = (select email from users where id = ${userId}::uuid)`;
        // Before the member, in the order of an acceptance: neither waits for the other in a ring.
        await transaction.$executeRaw`select from invitations where ${open} for update`;
        const { count } = await transaction.member.updateMany({
          where: { orgId, userId, status: 'active' },
          data: { status: 'removed' },
        });
        if (count === 0) return undefined;
        // Else the person could come back by an invitation that was made before.
        await transaction.$executeRaw`delete from invitations where ${open}`;
        const ofMember = Prisma.sql`org_id = ${orgId}::uuid and user_id = ${userId}::uuid`;
        const ended = await endSessions(transaction, ofMember, row.createdAt);
        await transaction.$executeRaw(addRows('request_log', [row]));
        return ended;
      }),
  };
}
