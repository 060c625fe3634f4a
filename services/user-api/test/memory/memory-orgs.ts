import type { NewMember, Org, OrgStore } from '../../src/org/org.ts';
import type { Effects, MemoryAccounts } from './memory-accounts.ts';

/** The org store in memory; its members show in the accounts. */
export function createMemoryOrgs(accounts: MemoryAccounts, effects: Effects): OrgStore {
  const orgs = new Map<string, Org>();
  const members = new Map<string, NewMember>();

  function show(userId: string): void {
    const own = [...members.values()].filter((member) => member.userId === userId);
    accounts.setMemberships(
      userId,
      own.map(({ orgId, role }) => ({ orgId, orgSlug: orgs.get(orgId)?.slug ?? '', role })),
    );
  }

  return {
    create(org, row) {
      const isFree = [...orgs.values()].every(({ slug }) => slug !== org.slug);
      if (isFree) {
        orgs.set(org.id, org);
        accounts.nameOrg(org.id, org.slug);
        effects.log(row);
      }
      return Promise.resolve(isFree);
    },
    find: (org) =>
      Promise.resolve([...orgs.values()].find(({ id, slug }) => slug === org || id === org.toLowerCase())),
    putMember(member, row) {
      members.set(`${member.orgId} ${member.userId}`, member);
      show(member.userId);
      effects.log(row);
      return Promise.resolve();
    },
    removeMember(orgId, userId, row) {
      const wasThere = members.delete(`${orgId} ${userId}`);
      show(userId);
      if (!wasThere) return Promise.resolve(undefined);
      const ended = effects.endSessions({ userId, orgId }, row.createdAt);
      effects.log(row);
      return Promise.resolve(ended);
    },
  };
}
