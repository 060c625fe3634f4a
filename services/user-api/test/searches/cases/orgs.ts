import type { Membership } from '../../../src/accounts/account.ts';
import type { Org } from '../../../src/people/orgs/org.ts';
import { makeLogEntry } from '../../setup/make-log-entry.ts';
import { startMs } from '../../setup/signer.ts';
import { acmeId, callers, people } from '../people.ts';
import { hasPart, type SearchCase } from '../search-case.ts';
import { prepareOrgs } from './org-people.ts';

interface Row extends Org {
  /** Who is in it, by id. */
  readonly roles: Readonly<Record<string, Membership['role']>>;
}

const background: readonly Row[] = ['acme', 'globex'].map((slug) => {
  const found = people.flatMap(([{ id }, own]) =>
    own
      .filter(({ orgSlug }) => orgSlug === slug)
      .map(({ orgId, role }) => ({ orgId, entry: [id, role] as const })),
  );
  return {
    id: found[0]?.orgId ?? '',
    slug,
    name: slug,
    status: 'active',
    createdAt: new Date(startMs),
    roles: Object.fromEntries(found.map(({ entry }) => entry)),
  };
});

const item = ({ id, slug, createdAt }: Row) => ({
  id,
  slug,
  name: '100%_Sure',
  status: 'active',
  created_at: createdAt.toISOString(),
});

/** All orgs, for operators. */
export const orgsCase: SearchCase<Row> = {
  path: '/admin/org/search',
  access: 'operator',
  background,
  prepare: prepareOrgs,
  samples: [{ name: '100%_Sure' }, { status: 'disabled' }, {}],
  item,
  makeRow: ({ account }, { id, createdAt }, { roles: _roles, ...sample }) => ({
    id,
    slug: `org-${id.slice(0, 8)}`,
    name: 'Made',
    status: 'active',
    createdAt,
    roles: { [account.id]: 'member' },
    ...sample,
  }),
  idOfRow: ({ id }) => id,
  idOfItem: ({ id }) => id,
  put: async ({ service }, { roles: _roles, ...org }) =>
    void (await service.context.orgs.create(org, makeLogEntry())),
  async remove({ database }, { id }) {
    await database.prisma.member.deleteMany({ where: { orgId: id } });
    await database.prisma.org.delete({ where: { id } });
  },
  sees: () => true,
  filters: {
    org: {
      good: ['globex', acmeId.toUpperCase()],
      bad: [],
      matches: ({ id, slug }, value) => slug === value || id === String(value).toLowerCase(),
    },
    status: {
      good: ['active', 'disabled'],
      bad: ['Active', 'deleted'],
      matches: ({ status }, value) => status === value,
    },
    search: {
      good: ['%_sure', 'ACME', 'ORG-'],
      bad: ['ab', '@@@', 'a b c', '\\\\\\'],
      matches: ({ slug, name }, value) => hasPart(slug, value) || hasPart(name, value),
    },
  },
};

/** Those of the caller; a member token: its own only. */
export const ownOrgsCase: SearchCase<Row> = {
  ...orgsCase,
  path: '/org/search',
  access: 'person',
  usual: callers.ada,
  samples: [{ name: '100%_Sure' }, {}],
  item: (row) => ({ ...item(row), role: 'member' }),
  async put(place, row) {
    await orgsCase.put(place, row);
    const { id: orgId, roles, createdAt } = row;
    for (const [userId, role] of Object.entries(roles))
      await place.service.context.orgs.putMember(
        { id: crypto.randomUUID(), orgId, userId, role, createdAt },
        makeLogEntry(),
      );
  },
  sees: ({ account, orgId }, { id, roles }) =>
    Object.hasOwn(roles, account.id) && (orgId === null || orgId === id),
  filters: {
    role: {
      good: ['owner', 'member'],
      bad: ['root', 'Owner'],
      matches: ({ roles }, value, { account }) => roles[account.id] === value,
    },
  },
};
