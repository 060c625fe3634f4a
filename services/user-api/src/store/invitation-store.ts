import { buildPageQuery, readPageRows, type PageRow } from '@latchkey/pagination';
import type { Membership } from '../account/account.ts';
import { assertMayInviteMore, type InvitationCounts } from '../org/invitation-limit.ts';
import {
  roles,
  type Acceptance,
  type Invitation,
  type InvitationStore,
  type ListedInvitation,
} from '../org/invitation.ts';
import { assertManagesPeople, type Actor } from '../org/member-rules.ts';
import type { LogEntry } from '../request-log/request-log.ts';
import { at, Prisma, type Database } from './database.ts';
import { addWithRow } from './log-change.ts';
import { ofOrgs } from './org-list.ts';
import { lockOrg, roleIn } from './org-people.ts';
import { addRows } from './row-counts.ts';
import { orgIdOf } from './search-conditions.ts';

/** A new invitation takes the place of the one that its address has not accepted. */
const replacesOpen = Prisma.sql`on conflict (org_id, email) where accepted_at is null do update set
  id = excluded.id, role = excluded.role, invited_by = excluded.invited_by,
  created_at = excluded.created_at, expires_at = excluded.expires_at`;

/** Invitations in PostgreSQL. */
export function createInvitationStore(database: Database): InvitationStore {
  return {
    ...createWrites(database),
    async isOpen(id, email, now) {
      const found = await database.query(
        Prisma.sql`select i.id from invitations i, orgs o where ${open({ id, email }, now)}`,
      );
      return found.length === 1;
    },
    async search(scope, { org, role, email }, { plan, now }) {
      const parts = [isWaiting(now)];
      if (org !== undefined) parts.push(Prisma.sql`t.org_id = ${orgIdOf(org)}`);
      if (role !== undefined) parts.push(Prisma.sql`t.role = ${role}`);
      if (email !== undefined) parts.push(Prisma.sql`t.email = ${email}`);
      const page = buildPageQuery({
        table: 'invitations',
        columns: `t.id, t.org_id as "orgId", t.email, t.role, t.created_at as "createdAt",
          t.expires_at as "expiresAt", o.slug as "orgSlug"`,
        joins: 'join orgs o on o.id = t.org_id',
        idType: 'uuid',
        where: ofOrgs(scope, Prisma.join(parts, ' and ')),
        plan,
      });
      return readPageRows(await database.query<PageRow<ListedInvitation>>(page), plan, (row) => row);
    },
  };
}

/** The changes of invitations; each writes its log row in the same transaction. */
function createWrites({ prisma }: Database): Pick<InvitationStore, 'add' | 'withdraw' | 'accept'> {
  return {
    add: (invitation, row, { by, limit } = { by: null, limit: 0 }) =>
      prisma.$transaction(async (transaction) => {
        const { orgId, role } = invitation;
        await lockOrg(transaction, orgId);
        const [found] = await transaction.$queryRaw<Found[]>(countInvitations(invitation, by));
        if (found === undefined) throw new Error('the org of an invitation does not exist');
        if (by !== null) {
          assertManagesPeople(found.byRole, [role, found.replaced].includes('owner'));
          assertMayInviteMore(limit, found);
          await transaction.$executeRaw`
            update orgs set invited_on = ${dayOf(row.createdAt)}, invited_count = ${found.ofDay + 1}
            where id = ${orgId}::uuid`;
        }
        await transaction.$executeRaw(addWithRow('invitations', invitation, row, replacesOpen));
      }),
    withdraw: ({ id, orgId, by }, row) =>
      prisma.$transaction(async (transaction) => {
        await lockOrg(transaction, orgId);
        const isMeant = Prisma.sql`id = ${id}::uuid and org_id = ${orgId}::uuid and ${isWaiting(row.createdAt)}`;
        const [found] = await transaction.$queryRaw<Pick<Found, 'byRole' | 'replaced'>[]>`
          select ${roleIn(orgId, by)} as "byRole", role as replaced from invitations where ${isMeant}`;
        if (found === undefined) return false;
        if (by !== null) assertManagesPeople(found.byRole, found.replaced === 'owner');
        // An acceptance waits for no lock of the org: who is later finds nothing.
        if ((await transaction.$executeRaw`delete from invitations where ${isMeant}`) === 0) return false;
        await transaction.$executeRaw(addRows('request_log', [row]));
        return true;
      }),
    accept: (acceptance) =>
      prisma.$transaction(async (transaction) => {
        const [membership] = await transaction.$queryRaw<Membership[]>(join(acceptance));
        if (membership === undefined) return undefined;
        const row: LogEntry = { ...acceptance.row, orgId: membership.orgId };
        await transaction.$executeRaw(addRows('request_log', [row]));
        return membership;
      }),
  };
}

/** What an invitation is judged by, in one row. */
interface Found extends InvitationCounts {
  readonly byRole: Membership['role'] | null;
  /** The role of the open invitation that it replaces. */
  readonly replaced: Membership['role'] | null;
}

function countInvitations({ orgId, email, createdAt }: Invitation, by: Actor): Prisma.Sql {
  const waiting = Prisma.sql`from invitations where org_id = ${orgId}::uuid and ${isWaiting(createdAt)}`;
  return Prisma.sql`
    select ${roleIn(orgId, by)} as "byRole", (select role ${waiting} and email = ${email}) as replaced,
      (select count(*)::int ${waiting} and email <> ${email}) as open,
      case when invited_on = ${dayOf(createdAt)} then invited_count else 0 end as "ofDay"
    from orgs where id = ${orgId}::uuid`;
}

/** The day of a time, in UTC. */
function dayOf(time: Date): Prisma.Sql {
  return Prisma.sql`(${at(time)} at time zone 'UTC')::date`;
}

/** The condition that an invitation is neither accepted nor expired. */
function isWaiting(now: Date): Prisma.Sql {
  return Prisma.sql`accepted_at is null and expires_at > ${at(now)}`;
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
