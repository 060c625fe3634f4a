import type { Org, OrgStore } from '../org/org.ts';
import { at, Prisma, type Database } from './database.ts';
import { endSessions } from './end-sessions.ts';
import { insertLogEntry } from './insert-log-entry.ts';

/** Orgs and their members in Postgres. */
export function createOrgStore(database: Database): OrgStore {
  return {
    async create({ id, slug, name, status, createdAt }) {
      const count = await database.$executeRaw`
        insert into orgs (id, slug, name, status, created_at)
        values (${id}::uuid, ${slug}, ${name}, ${status}, ${at(createdAt)})
        on conflict (slug) do nothing`;
      return count === 1;
    },
    async find(org) {
      const rows = await database.$queryRaw<Org[]>`
        select id, slug, name, status, created_at as "createdAt" from orgs
        where slug = ${org} or id::text = lower(${org}) limit 1`;
      return rows[0];
    },
    async putMember({ id, orgId, userId, role, createdAt }) {
      await database.$executeRaw`
        insert into members (id, org_id, user_id, role, status, created_at)
        values (${id}::uuid, ${orgId}::uuid, ${userId}::uuid, ${role}, 'active', ${at(createdAt)})
        on conflict (org_id, user_id) do update set role = excluded.role, status = 'active'`;
    },
    removeMember: (orgId, userId, row) =>
      database.$transaction(async (transaction) => {
        const ofMember = Prisma.sql`org_id = ${orgId}::uuid and user_id = ${userId}::uuid`;
        const removed = await transaction.$executeRaw`
          update members set status = 'removed' where ${ofMember} and status = 'active'`;
        if (removed === 0) return undefined;
        const ended = await endSessions(transaction, ofMember, row.createdAt);
        await transaction.$executeRaw(insertLogEntry(row));
        return ended;
      }),
  };
}
