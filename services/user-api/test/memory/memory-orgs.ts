import { slicePage } from '@latchkey/pagination';
import type { Membership } from '../../src/account/account.ts';
import { assertMayChange } from '../../src/org/member-rules.ts';
import {
  namedClients,
  type ListedMember,
  type MemberChange,
  type NewMember,
  type Org,
  type OrgScope,
  type OrgStore,
  type PeopleFilters,
} from '../../src/org/org.ts';
import type { Effects, MemoryAccounts } from './memory-accounts.ts';

export interface MemoryOrgs extends OrgStore {
  /** The role of a member, now. */
  roleOf(orgId: string, userId: string | null): Membership['role'] | null;
  remove(orgId: string): void;
}

/** The org store in memory; its members show in the accounts. `clientsOf` names the clients of an org with secrets. */
export function createMemoryOrgs(
  accounts: MemoryAccounts,
  effects: Effects,
  clientsOf: (orgId: string) => readonly string[],
): MemoryOrgs {
  const orgs = new Map<string, Org>();
  const members = new Map<string, NewMember>();

  function show(userId: string): void {
    const own = [...members.values()].filter((member) => member.userId === userId);
    accounts.setMemberships(
      userId,
      own.map(({ orgId, role }) => ({ orgId, orgSlug: orgs.get(orgId)?.slug ?? '', role })),
    );
  }

  const roleOf = (orgId: string, userId: string | null) => members.get(`${orgId} ${userId}`)?.role ?? null;

  function assertMay({ orgId, userId, by }: MemberChange, to: Membership['role'] | null): void {
    const owners = [...members.values()].filter(
      (one) =>
        one.orgId === orgId && one.role === 'owner' && accounts.look(one.userId).account?.status === 'active',
    );
    const isLastOwner = owners.length === 1 && owners[0]?.userId === userId;
    const standing = { byRole: roleOf(orgId, by), role: roleOf(orgId, userId), isLastOwner };
    assertMayChange(standing, { by, userId, to });
  }

  function put(member: NewMember): void {
    const key = `${member.orgId} ${member.userId}`;
    members.set(key, { ...member, createdAt: members.get(key)?.createdAt ?? member.createdAt });
    show(member.userId);
  }

  function list(member: NewMember): ListedMember {
    const account = accounts.look(member.userId).account;
    const orgSlug = orgs.get(member.orgId)?.slug ?? '';
    return { ...member, orgSlug, email: account?.email ?? '', name: account?.name ?? '' };
  }

  return {
    roleOf,
    remove(orgId) {
      orgs.delete(orgId);
      const left = [...members].filter(([, member]) => member.orgId === orgId);
      for (const [key, { userId }] of left) {
        members.delete(key);
        show(userId);
      }
    },
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
    countPeople: () => Promise.reject(new Error('only in PostgreSQL')),
    search(scope, { status, org, search = '' }, plan) {
      const part = search.toLowerCase();
      const found = [...orgs.values()].filter(
        (one) =>
          isOf(scope, one.id) &&
          (status === undefined || one.status === status) &&
          isNamed({ orgId: one.id, orgSlug: one.slug }, org) &&
          [one.slug, one.name].some((text) => text.toLowerCase().includes(part)),
      );
      return Promise.resolve(slicePage(found, plan, keyOf));
    },
    searchMembers(scope, filters, plan) {
      const found = [...members.values()].map(list).filter((one) => fitsPeople(scope, filters, one));
      return Promise.resolve(slicePage(found, plan, keyOf));
    },
    async putMember(member, row) {
      assertMay({ ...member, by: null }, member.role);
      put(member);
      effects.log(row);
    },
    async setRole({ role, ...change }, row) {
      assertMay(change, role);
      const found = members.get(`${change.orgId} ${change.userId}`);
      if (found === undefined) return false;
      put({ ...found, role });
      effects.log(row);
      return true;
    },
    async removeMember(change, row) {
      assertMay(change, null);
      const { orgId, userId } = change;
      const role = roleOf(orgId, userId);
      if (role === null) return undefined;
      members.delete(`${orgId} ${userId}`);
      show(userId);
      const ended = effects.endSessions({ userId, orgId }, row.createdAt);
      effects.log(row);
      const seen = role === 'member' ? [] : clientsOf(orgId);
      return { ended, clientIds: seen.slice(0, namedClients), clientCount: seen.length };
    },
  };
}

const keyOf = ({ id, createdAt }: { readonly id: string; readonly createdAt: Date }) => ({
  createdAtMs: createdAt.getTime(),
  id,
});

const isOf = (scope: OrgScope, orgId: string) => scope.all || scope.orgIds.includes(orgId);

const isNamed = (
  { orgId, orgSlug }: { readonly orgId: string; readonly orgSlug: string },
  org: string | undefined,
) => org === undefined || orgSlug === org || orgId === org.toLowerCase();

/** Whether a member or an invitation is one that a search finds. */
export function fitsPeople(
  scope: OrgScope,
  { org, role, email }: PeopleFilters,
  one: Pick<ListedMember, 'orgId' | 'orgSlug' | 'role' | 'email'>,
): boolean {
  return (
    isOf(scope, one.orgId) &&
    isNamed(one, org) &&
    (role === undefined || one.role === role) &&
    (email === undefined || one.email === email)
  );
}
