import { isUuid } from '../account/account.ts';
import type { Org, OrgStore } from '../org/org.ts';
import { Prisma, type Database } from './database.ts';
import { endSessions, lockAccount } from './end-sessions.ts';
import { addRows } from './row-counts.ts';

/** Orgs and their members in PostgreSQL. */
export function createOrgStore({ prisma }: Database): OrgStore {
  return {
    async create(org) {
      const { count } = await prisma.org.createMany({ data: org, skipDuplicates: true });
      return count === 1;
    },
    async find(org) {
      const byId = isUuid(org) ? [{ id: org.toLowerCase() }] : [];
      const row = await prisma.org.findFirst({ where: { OR: [{ slug: org }, ...byId] } });
      return row === null ? undefined : { ...row, status: row.status as Org['status'] };
    },
    async putMember({ id, orgId, userId, role, createdAt }) {
      await prisma.member.upsert({
        where: { orgId_userId: { orgId, userId } },
        create: { id, orgId, userId, role, createdAt, status: 'active' },
        update: { role, status: 'active' },
      });
    },
    removeMember: (orgId, userId, row) =>
      prisma.$transaction(async (transaction) => {
        await lockAccount(transaction, Prisma.sql`${userId}::uuid`);
        const { count } = await transaction.member.updateMany({
          where: { orgId, userId, status: 'active' },
          data: { status: 'removed' },
        });
        if (count === 0) return undefined;
        const ofMember = Prisma.sql`org_id = ${orgId}::uuid and user_id = ${userId}::uuid`;
        const ended = await endSessions(transaction, ofMember, row.createdAt);
        await transaction.$executeRaw(addRows('request_log', [row]));
        return ended;
      }),
  };
}
