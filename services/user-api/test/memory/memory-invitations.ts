import { isOperator } from '../../src/account/account.ts';
import { roles, type Invitation, type InvitationStore } from '../../src/org/invitation.ts';
import type { OrgStore } from '../../src/org/org.ts';
import type { LogEntry } from '../../src/request-log/request-log.ts';
import type { MemoryAccounts } from './memory-accounts.ts';

/** The invitation store in memory; the memberships that it makes show in the accounts. */
export function createMemoryInvitations(
  accounts: Pick<MemoryAccounts, 'findById' | 'listMemberships'>,
  orgs: Pick<OrgStore, 'find' | 'putMember'>,
  log: (row: LogEntry) => void,
): InvitationStore {
  const waiting = new Map<string, Invitation>();

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
    add(invitation, row) {
      for (const { id, orgId, email } of waiting.values())
        if (orgId === invitation.orgId && email === invitation.email) waiting.delete(id);
      waiting.set(invitation.id, invitation);
      log(row);
      return Promise.resolve();
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
