import type { Membership } from '../account/account.ts';
import { roles, type Acceptance, type Invitation, type InvitationStore } from '../org/invitation.ts';
import type { LogEntry } from '../request-log/request-log.ts';
import { at, Prisma, type Database } from './database.ts';
import { addWithRow } from './log-change.ts';
import { addRows } from './row-counts.ts';

/** A new invitation takes the place of the one that its address has not accepted. */
const replacesOpen = Prisma.sql`on conflict (org_id, email) where accepted_at is null do update set
  id = excluded.id, role = excluded.role, invited_by = excluded.invited_by,
  created_at = excluded.created_at, expires_at = excluded.expires_at`;

/** Invitations in PostgreSQL. */
export function createInvitationStore(database: Database): InvitationStore {
  return {
    async add(invitation, row) {
      await database.execute(addWithRow('invitations', invitation, row, replacesOpen));
    },
    async isOpen(id, email, now) {
      const found = await database.query(
        Prisma.sql`select i.id from invitations i, orgs o where ${open({ id, email }, now)}`,
      );
      return found.length === 1;
    },
    accept: (acceptance) =>
      database.prisma.$transaction(async (transaction) => {
        const [membership] = await transaction.$queryRaw<Membership[]>(join(acceptance));
        if (membership === undefined) return undefined;
        const row: LogEntry = { ...acceptance.row, orgId: membership.orgId };
        await transaction.$executeRaw(addRows('request_log', [row]));
        return membership;
      }),
  };
}

/** The statement that spends an open invitation and makes its membership. It holds for one caller. */
function join({ userId, memberId, row: { createdAt: now }, ...invitation }: Acceptance): Prisma.Sql {
  return Prisma.sql`
    with spent as (
      update invitations i set accepted_at = ${at(now)} from orgs o where ${open(invitation, now)}
      returning i.org_id, i.role, o.slug
    ), joined as (
      insert into members (id, org_id, user_id, role, status, created_at)
      select ${memberId}::uuid, org_id, ${userId}::uuid, role, 'active', ${at(now)} from spent
      on conflict (org_id, user_id) do update set status = 'active', role = case
        when members.status = 'active' and ${rank('members')} > ${rank('excluded')}
        then members.role else excluded.role end
      returning org_id, role
    )
    select j.org_id as "orgId", s.slug as "orgSlug", j.role from joined j, spent s`;
}

function open({ id, email }: Pick<Invitation, 'id' | 'email'>, now: Date): Prisma.Sql {
  return Prisma.sql`i.id = ${id}::uuid and i.email = ${email} and i.accepted_at is null
    and i.expires_at > ${at(now)} and o.id = i.org_id and o.status = 'active' and exists (
      select from users u left join members m
        on m.org_id = i.org_id and m.user_id = u.id and m.status = 'active'
      where u.id = i.invited_by and u.status = 'active'
        and (u.kind in ('admin', 'root') or m.role = 'owner' or (m.role = 'admin' and i.role <> 'owner')))`;
}

function rank(table: 'members' | 'excluded'): Prisma.Sql {
  return Prisma.sql`array_position(${[...roles]}::text[], ${Prisma.raw(table)}.role)`;
}
