import { assertMayChange, type Actor, type MemberStanding } from '../../people/orgs/member-rules.ts';
import { namedClients, type MemberChange, type OrgStore, type SeenSecrets } from '../../people/orgs/org.ts';
import { at, Prisma, type Database, type Transaction } from '../database.ts';
import { writeLog } from '../request-log/write-log.ts';
import { endSessions, lockAccount } from '../sessions/end-sessions.ts';
import { endLinks } from './link-rows.ts';

/**
 * Waits for every other change of who is in an org or is invited to it, so that what is read next stays true until the
 * end. An account that is locked as well is locked before: two changes never wait for each other in a ring.
 */
export async function lockOrg(transaction: Transaction, orgId: string): Promise<void> {
  await transaction.$executeRaw`select from orgs where id = ${orgId}::uuid for no key update`;
}

/** SQL: the role of an active member, or null. */
export function roleIn(orgId: string, userId: Actor): Prisma.Sql {
  return Prisma.sql`(select role from members
    where org_id = ${orgId}::uuid and user_id = ${userId}::uuid and status = 'active')`;
}

/**
 * Whether somebody manages an org, which stays so until the transaction ends: a removal, which lists what the member could
 * have seen, waits for it or is seen by it.
 */
export async function staysManager(
  transaction: Transaction,
  orgId: string,
  userId: string,
): Promise<boolean> {
  await lockOrg(transaction, orgId);
  const [found] = await transaction.$queryRaw<Pick<MemberStanding, 'role'>[]>`
    select ${roleIn(orgId, userId)} as role`;
  return seesSecrets(found?.role ?? null);
}

const seesSecrets = (role: MemberStanding['role']) => role === 'owner' || role === 'admin';

type PeopleWrites = Pick<OrgStore, 'putMember' | 'setRole' | 'removeMember'>;

/** The changes of an org's members in PostgreSQL; each writes its log row in the same transaction. */
export function createPeopleWrites({ prisma }: Pick<Database, 'prisma'>): PeopleWrites {
  return {
    putMember: ({ id, orgId, userId, role, createdAt }, row) =>
      prisma.$transaction(async (transaction) => {
        const change = { orgId, userId, by: null };
        const standing = await look(transaction, change);
        assertMayChange(standing, { ...change, to: role });
        await transaction.$executeRaw`
          insert into members (id, org_id, user_id, role, status, created_at)
          values (${id}::uuid, ${orgId}::uuid, ${userId}::uuid, ${role}, 'active', ${at(createdAt)})
          on conflict (org_id, user_id) do update set role = excluded.role, status = 'active'`;
        await transaction.$executeRaw(writeLog([row]));
        return listSeen(transaction, orgId, { from: standing.role, to: role });
      }),
    setRole: ({ role, ...change }, row) =>
      prisma.$transaction(async (transaction) => {
        const standing = await look(transaction, change);
        assertMayChange(standing, { ...change, to: role });
        const { orgId, userId } = change;
        const { count } = await transaction.member.updateMany({
          where: { orgId, userId, status: 'active' },
          data: { role },
        });
        if (count === 0) return undefined;
        await transaction.$executeRaw(writeLog([row]));
        return listSeen(transaction, orgId, { from: standing.role, to: role });
      }),
    removeMember: (change, row) =>
      prisma.$transaction(async (transaction) => {
        const { orgId, userId } = change;
        await lockAccount(transaction, Prisma.sql`${userId}::uuid`);
        const standing = await look(transaction, change);
        assertMayChange(standing, { ...change, to: null });
        const open = Prisma.sql`org_id = ${orgId}::uuid and accepted_at is null
          and email = (select email from users where id = ${userId}::uuid)`;
        await endLinks(
          transaction,
          Prisma.sql`invitation_id in (select id from invitations where ${open})`,
          row.createdAt,
        );
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
        const seen = await listSeen(transaction, orgId, { from: standing.role, to: null });
        await transaction.$executeRaw(writeLog([row]));
        return { ended, ...seen };
      }),
  };
}

async function look(transaction: Transaction, { orgId, userId, by }: MemberChange): Promise<MemberStanding> {
  await lockOrg(transaction, orgId);
  const owners = Prisma.sql`select from members m join users u on u.id = m.user_id and u.status = 'active'
    where m.org_id = ${orgId}::uuid and m.role = 'owner' and m.status = 'active'`;
  const [standing] = await transaction.$queryRaw<MemberStanding[]>`
    select ${roleIn(orgId, by)} as "byRole", ${roleIn(orgId, userId)} as role,
      exists (${owners} and m.user_id = ${userId}::uuid)
        and not exists (${owners} and m.user_id <> ${userId}::uuid) as "isLastOwner"`;
  return standing ?? { byRole: null, role: null, isLastOwner: false };
}

type Roles = { readonly from: MemberStanding['role']; readonly to: MemberStanding['role'] };

/** The org's clients that have secrets, where a member loses the sight of them. */
async function listSeen(transaction: Transaction, orgId: string, { from, to }: Roles): Promise<SeenSecrets> {
  if (!seesSecrets(from) || seesSecrets(to)) return { clientIds: [], clientCount: 0 };
  const where = { ownerKind: 'org', ownerId: orgId, type: 'confidential' };
  const clients = await transaction.oAuthClient.findMany({
    where,
    select: { clientId: true },
    orderBy: [{ createdAt: 'asc' }, { clientId: 'asc' }],
    take: namedClients,
  });
  const clientCount = await transaction.oAuthClient.count({ where });
  return { clientIds: clients.map(({ clientId }) => clientId), clientCount };
}
