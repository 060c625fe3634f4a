import type { ListedInvitation } from '../../../src/people/orgs/invitation.ts';
import type { ListedMember } from '../../../src/people/orgs/org.ts';
import { makeAccount } from '../../setup/accounts.ts';
import { makeLogEntry } from '../../setup/make-log-entry.ts';
import { startMs } from '../../setup/signer.ts';
import { insertAccount } from '../../store/rows.ts';
import { acmeId, ada, callers, people, secret, slugs, type SearchCaller } from '../people.ts';
import type { SearchCase, SearchFilter, SearchPlace } from '../search-case.ts';

/** The memberships of the people, which are there before. */
const own: readonly ListedMember[] = people.flatMap(([{ id: userId, email, name }, memberships], nth) =>
  memberships.map(({ orgId, orgSlug, role }, at) => ({
    id: `b0000000-0000-4000-8000-00000000000${nth * 2 + at}`,
    orgId,
    orgSlug,
    userId,
    email,
    name,
    role,
    createdAt: new Date(startMs),
  })),
);

/** Puts the people into their orgs as members with known ids. */
export async function prepareOrgs({ database }: SearchPlace): Promise<void> {
  for (const { id, orgId, userId } of own)
    await database.prisma.member.updateMany({ where: { orgId, userId }, data: { id } });
}

const orgOf = ({ orgId }: SearchCaller) => orgId ?? acmeId;

/** Only the orgs that the caller manages, an operator too. */
const manages = ({ owners }: SearchCaller, { orgId }: { readonly orgId: string }) =>
  owners === 'all' ? orgId === acmeId : owners.includes(orgId);

type Person = Pick<ListedMember, 'orgId' | 'orgSlug' | 'role' | 'email'>;
const filters: Readonly<Record<'org' | 'role' | 'email', SearchFilter<Person>>> = {
  org: {
    good: [acmeId.toUpperCase(), 'acme'],
    bad: [],
    isOfOwners: true,
    matches: ({ orgId, orgSlug }, value) => orgId === String(value).toLowerCase() || orgSlug === value,
  },
  role: {
    good: ['owner', 'admin', 'member'],
    bad: ['root', 'Owner'],
    matches: ({ role }, value) => role === value,
  },
  email: {
    good: [' FIRST@made.test'],
    bad: [],
    matches: ({ email }) => email === 'first@made.test',
  },
};

const shared = { usual: callers.bob, access: 'person', filters } as const;

export const orgMembersCase: SearchCase<ListedMember> = {
  ...shared,
  path: '/org/member/search',
  background: own,
  prepare: prepareOrgs,
  samples: [{ role: 'admin' }, { role: 'owner' }, {}],
  item: ({ id, userId, email, createdAt }) => ({
    id,
    org: { id: acmeId, slug: 'acme' },
    user: { id: userId, email },
    name: 'Ada',
    role: 'admin',
    created_at: createdAt.toISOString(),
  }),
  makeRow: (of, { id, createdAt }, sample) => ({
    id,
    orgId: orgOf(of),
    orgSlug: slugs.get(orgOf(of)) ?? '',
    userId: `c${id.slice(1)}`,
    email: `${id.slice(0, 8)}@made.test`,
    name: 'Ada',
    role: 'member',
    createdAt,
    ...sample,
  }),
  idOfRow: ({ id }) => id,
  idOfItem: ({ id }) => id,
  async put({ service, database }, { id, orgId, userId, email, role, createdAt }) {
    const account = makeAccount({ id: userId, email, passwordHash: secret });
    await insertAccount(database, account);
    await service.context.orgs.putMember({ id, orgId, userId, role, createdAt }, makeLogEntry());
  },
  async remove({ database }, { userId }) {
    await database.prisma.member.deleteMany({ where: { userId } });
    await database.prisma.user.delete({ where: { id: userId } });
  },
  sees: manages,
  filters: {
    ...filters,
    email: { ...filters.email, good: [' ADA@Example.test'], matches: ({ email }) => email === ada.email },
  },
};

export const orgInvitationsCase: SearchCase<ListedInvitation> = {
  ...shared,
  path: '/org/invitation/search',
  prepare: prepareOrgs,
  samples: [{ role: 'admin' }, { role: 'owner' }, {}],
  item: ({ id, email, createdAt, expiresAt }) => ({
    invite: id,
    org: { id: acmeId, slug: 'acme' },
    email,
    role: 'admin',
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  }),
  makeRow: (of, { id, createdAt }, sample) => ({
    id,
    orgId: orgOf(of),
    orgSlug: slugs.get(orgOf(of)) ?? '',
    email: id.startsWith('00000037') ? 'first@made.test' : `${id.slice(0, 8)}@made.test`,
    role: 'member',
    createdAt,
    expiresAt: new Date(startMs + 7 * 24 * 3_600_000),
    ...sample,
  }),
  idOfRow: ({ id }) => id,
  idOfItem: ({ invite }) => invite,
  async put({ service }, { orgSlug: _slug, ...row }) {
    await service.context.invitations.add({ ...row, invitedBy: ada.id }, makeLogEntry());
  },
  async remove({ service: { context } }, { id, orgId }) {
    await context.invitations.withdraw({ id, orgId, by: null }, makeLogEntry());
  },
  sees: manages,
  filters,
};

const forOperators = { access: 'operator', usual: callers.operator, sees: () => true } as const;

export const membersCase = { ...orgMembersCase, ...forOperators, path: '/admin/org/member/search' };
export const invitationsCase = {
  ...orgInvitationsCase,
  ...forOperators,
  path: '/admin/org/invitation/search',
};
