import { slicePage } from '@latchkey/pagination';
import { isOperator } from '../../src/account/account.ts';
import { assertMayInviteMore } from '../../src/org/invitation-limit.ts';
import { roles, type Invitation, type InvitationStore } from '../../src/org/invitation.ts';
import { assertManagesPeople } from '../../src/org/member-rules.ts';
import type { LogEntry } from '../../src/request-log/request-log.ts';
import type { MemoryAccounts } from './memory-accounts.ts';
import { fitsPeople, type MemoryOrgs } from './memory-orgs.ts';

/** The invitation store in memory; the memberships that it makes show in the accounts. */
export function createMemoryInvitations(
  accounts: Pick<MemoryAccounts, 'findById' | 'listMemberships'>,
  orgs: Pick<MemoryOrgs, 'find' | 'putMember' | 'roleOf'>,
  log: (row: LogEntry) => void,
): InvitationStore {
  const waiting = new Map<string, Invitation>();
  const madeOn = new Map<string, number>();

  async function findOpen(id: string, email: string, now: Date) {
    const invitation = waiting.get(id.toLowerCase());
    if (invitation === undefined || invitation.email !== email || invitation.expiresAt <= now)
      return undefined;
    const org = await orgs.find(invitation.orgId);
    if (org?.status !== 'active' || !(await mayStillInvite(invitation))) return undefined;
    return { invitation, org };
  }

  async function mayStillInvite({ invitedBy, orgId, role }: Invitation): Promise<boolean> {
    const inviter = await accounts.findById(invitedBy);
    if (inviter?.status !== 'active') return false;
    const own = (await accounts.listMemberships(invitedBy)).find((one) => one.orgId === orgId)?.role;
    return isOperator(inviter) || own === 'owner' || (own === 'admin' && role !== 'owner');
  }

  return {
    async add(invitation, rows, { by, limit } = { by: null, limit: 0 }) {
      const now = invitation.createdAt;
      const ofOrg = [...waiting.values()].filter(
        ({ orgId, expiresAt }) => orgId === invitation.orgId && expiresAt > now,
      );
      const replaced = ofOrg.find(({ email }) => email === invitation.email);
      const day = `${invitation.orgId} ${now.toISOString().slice(0, 10)}`;
      const ofDay = madeOn.get(day) ?? 0;
      if (by !== null) {
        const concernsOwner = [invitation.role, replaced?.role].includes('owner');
        assertManagesPeople(orgs.roleOf(invitation.orgId, by), concernsOwner);
        assertMayInviteMore(limit, { open: ofOrg.filter((one) => one !== replaced).length, ofDay });
        madeOn.set(day, ofDay + 1);
      }
      for (const { id, orgId, email } of waiting.values())
        if (orgId === invitation.orgId && email === invitation.email) waiting.delete(id);
      waiting.set(invitation.id, invitation);
      for (const row of [rows].flat()) log(row);
    },
    async withdraw({ id, orgId, by }, row) {
      const found = waiting.get(id.toLowerCase());
      if (found?.orgId !== orgId || found.expiresAt <= row.createdAt) return false;
      if (by !== null) assertManagesPeople(orgs.roleOf(orgId, by), found.role === 'owner');
      waiting.delete(found.id);
      log(row);
      return true;
    },
    async search(scope, filters, { plan, now }) {
      const open = [...waiting.values()].filter(({ expiresAt }) => expiresAt > now);
      const listed = await Promise.all(
        open.map(async (one) => ({ ...one, orgSlug: (await orgs.find(one.orgId))?.slug ?? '' })),
      );
      const found = listed.filter((one) => fitsPeople(scope, filters, one));
      return slicePage(found, plan, ({ id, createdAt }) => ({ createdAtMs: createdAt.getTime(), id }));
    },
    decline: () => Promise.reject(new Error('only in PostgreSQL')),
    async searchOwn({ email, role }, { plan, now }) {
      const own = [...waiting.values()].filter(
        (one) => one.email === email && one.expiresAt > now && (role ?? one.role) === one.role,
      );
      const listed = await Promise.all(
        own.map(async (one) => {
          const [org, inviter] = [await orgs.find(one.orgId), await accounts.findById(one.invitedBy)];
          const names = { orgSlug: org?.slug ?? '', orgName: org?.name ?? '' };
          return { ...one, ...names, inviterName: inviter?.name ?? '', inviterEmail: inviter?.email ?? '' };
        }),
      );
      return slicePage(listed, plan, ({ id, createdAt }) => ({ createdAtMs: createdAt.getTime(), id }));
    },
    isOpen: async (id, email, now) => (await findOpen(id, email, now)) !== undefined,
    async accept({ id, email, userId, memberId, row }) {
      const found = await findOpen(id, email, row.createdAt);
      if (found === undefined || !waiting.delete(id.toLowerCase())) return undefined;
      const { id: orgId, slug: orgSlug } = found.org;
      const own = (await accounts.listMemberships(userId)).find((one) => one.orgId === orgId);
      const given = found.invitation.role;
      const role = own && roles.indexOf(own.role) > roles.indexOf(given) ? own.role : given;
      const member = { id: memberId, orgId, userId, role, createdAt: row.createdAt };
      await orgs.putMember(member, { ...row, orgId });
      return { orgId, orgSlug, role };
    },
  };
}
