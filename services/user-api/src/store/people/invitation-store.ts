import { buildPageQuery, readPageRows, type PageRow } from '@latchkey/pagination';
import type { Membership } from '../../accounts/account.ts';
import { assertMayInviteMore, type InvitationCounts } from '../../people/orgs/invitation-limit.ts';
import type {
  Invitation,
  InvitationStore,
  Inviter,
  ListedInvitation,
  OwnInvitation,
  Replaced,
} from '../../people/orgs/invitation.ts';
import { assertManagesPeople, type Actor } from '../../people/orgs/member-rules.ts';
import type { LogEntry } from '../../request-log/request-log.ts';
import { at, insertRows, Prisma, type Database, type Transaction } from '../database.ts';
import { writeLog } from '../request-log/write-log.ts';
import { orgIdOf } from '../search-conditions.ts';
import { lockAccount } from '../sessions/end-sessions.ts';
import { addSending, endLinks } from './link-rows.ts';
import { acceptInvitation, inviterEmail, mayBeAccepted } from './open-invitation.ts';
import { ofOrgs } from './org-list.ts';
import { lockOrg, roleIn } from './org-people.ts';

/** A new invitation takes the place of the one that its address has not accepted. */
const replacesOpen = Prisma.sql`on conflict (org_id, email) where accepted_at is null do update set
  id = excluded.id, role = excluded.role, invited_by = excluded.invited_by,
  created_at = excluded.created_at, expires_at = excluded.expires_at`;

export function createInvitationStore(database: Database): InvitationStore {
  return {
    ...createWrites(database),
    async isOpen(id, email, now) {
      const found = await database.query(
        Prisma.sql`select i.id from invitations i, orgs o
          where i.id = ${id}::uuid and i.email = ${email} and ${mayBeAccepted(now)}`,
      );
      return found.length === 1;
    },
    async searchOwn({ email, role }, { plan, now }) {
      const page = buildPageQuery({
        table: 'invitations',
        columns: `t.id, t.role, t.created_at as "createdAt", t.expires_at as "expiresAt", o.id as "orgId",
          o.slug as "orgSlug", o.name as "orgName", v.name as "inviterName", ${inviterEmail.sql} as "inviterEmail"`,
        joins: 'join orgs o on o.id = t.org_id join users v on v.id = t.invited_by',
        idType: 'uuid',
        where: [
          Prisma.sql`t.email = ${email} ${role === undefined ? Prisma.empty : Prisma.sql`and t.role = ${role}`} and exists (
            select from invitations i, orgs o where i.id = t.id and ${mayBeAccepted(now)})`,
        ],
        plan,
      });
      return readPageRows(await database.query<PageRow<OwnInvitation>>(page), plan, (row) => row);
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
function createWrites({
  prisma,
}: Database): Pick<InvitationStore, 'add' | 'withdraw' | 'accept' | 'decline'> {
  return {
    add: (invitation, rows, inviter, sending) =>
      prisma.$transaction(async (transaction) => {
        const { replaced } = await putInvitation(transaction, invitation, inviter);
        if (sending !== undefined) await addSending(transaction, sending);
        await transaction.$executeRaw(writeLog([rows].flat()));
        return { replaced };
      }),
    withdraw: ({ id, orgId, by }, row) =>
      prisma.$transaction(async (transaction) => {
        await lockOrg(transaction, orgId);
        const isMeant = Prisma.sql`id = ${id}::uuid and org_id = ${orgId}::uuid and ${isWaiting(row.createdAt)}`;
        const [found] = await transaction.$queryRaw<Pick<Found, 'byRole' | 'replaced'>[]>`
          select ${roleIn(orgId, by)} as "byRole", role as replaced from invitations where ${isMeant}`;
        if (found === undefined) return false;
        if (by !== null) assertManagesPeople(found.byRole, found.replaced === 'owner');
        await endLinks(transaction, Prisma.sql`invitation_id = ${id}::uuid`, row.createdAt);
        // An acceptance waits for no lock of the org: who is later finds nothing.
        if ((await transaction.$executeRaw`delete from invitations where ${isMeant}`) === 0) return false;
        await transaction.$executeRaw(writeLog([row]));
        return true;
      }),
    accept: (acceptance) =>
      prisma.$transaction(async (transaction) => {
        const ofInvitation = Prisma.sql`invitation_id = ${acceptance.id}::uuid`;
        // Before the invitation, in the order of everybody.
        await lockAccount(transaction, Prisma.sql`${acceptance.userId}::uuid`);
        await transaction.$executeRaw`select from links where ${ofInvitation} and ended_at is null for update`;
        const [membership] = await transaction.$queryRaw<Membership[]>(acceptInvitation(acceptance));
        if (membership === undefined) return undefined;
        const row: LogEntry = { ...acceptance.row, orgId: membership.orgId };
        await endLinks(transaction, ofInvitation, row.createdAt);
        await transaction.$executeRaw(writeLog([row]));
        return membership;
      }),
    decline: ({ id, email }, row) =>
      prisma.$transaction(async (transaction) => {
        const isMeant = Prisma.sql`id = ${id}::uuid and email = ${email} and ${isWaiting(row.createdAt)}`;
        const ofInvitation = Prisma.sql`invitation_id in (select id from invitations where ${isMeant})`;
        await endLinks(transaction, ofInvitation, row.createdAt);
        const [declined] = await transaction.$queryRaw<{ orgId: string }[]>`
          delete from invitations where ${isMeant} returning org_id as "orgId"`;
        if (declined === undefined) return false;
        await transaction.$executeRaw(writeLog([{ ...row, ...declined }]));
        return true;
      }),
  };
}

/** Stores an invitation in place of the open one of its address, whose link ends. See InvitationStore.add. */
export async function putInvitation(
  transaction: Transaction,
  invitation: Invitation,
  { by, limit }: Inviter = { by: null, limit: 0 },
): Promise<Replaced> {
  const { orgId, email, role, createdAt } = invitation;
  await lockOrg(transaction, orgId);
  const [found] = await transaction.$queryRaw<Found[]>(countInvitations(invitation, by));
  if (found === undefined) throw new Error('the org of an invitation does not exist');
  if (by !== null) {
    assertManagesPeople(found.byRole, [role, found.replaced].includes('owner'));
    assertMayInviteMore(limit, found);
    await transaction.$executeRaw`
      update orgs set invited_on = ${dayOf(createdAt)}, invited_count = ${found.ofDay + 1}
      where id = ${orgId}::uuid`;
  }
  const replaced = Prisma.sql`select id from invitations
    where org_id = ${orgId}::uuid and email = ${email} and accepted_at is null`;
  await endLinks(transaction, Prisma.sql`invitation_id in (${replaced})`, createdAt);
  await transaction.$executeRaw`${insertRows('invitations', [invitation])} ${replacesOpen}`;
  return found;
}

/** What an invitation is judged by, in one row. */
interface Found extends InvitationCounts, Replaced {
  readonly byRole: Membership['role'] | null;
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
