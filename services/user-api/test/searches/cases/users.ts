import type { Account, Membership } from '../../../src/accounts/account.ts';
import { Prisma } from '../../../src/store/database.ts';
import { makeAccount } from '../../setup/accounts.ts';
import { startMs } from '../../setup/signer.ts';
import { insertAccount } from '../../store/rows.ts';
import { acmeId, people, secret } from '../people.ts';
import { hasPart, periodFilters, type SearchCase } from '../search-case.ts';

interface Row extends Account {
  readonly memberships: readonly Membership[];
  readonly createdAt: Date;
}

const globex = people.flatMap(([, own]) => own).filter(({ orgSlug }) => orgSlug === 'globex');

export const usersCase: SearchCase<Row> = {
  path: '/admin/user/search',
  access: 'operator',
  background: people.map(([account, memberships]) => ({
    ...account,
    memberships,
    createdAt: new Date(startMs),
  })),
  samples: [
    { passwordHash: secret, totpSecret: secret, totpPending: secret, memberships: globex },
    { status: 'disabled', name: '100%_Sure\\' },
    { status: 'deleted', kind: 'admin', passwordHash: null },
    { kind: 'root', totpPending: secret },
    { status: 'invited', passwordHash: null },
  ],
  item: ({ id, email, createdAt }) => ({
    id,
    email,
    name: 'Ada',
    kind: 'user',
    status: 'active',
    mfa: true,
    org_count: 1,
    last_login_at: null,
    created_at: createdAt.toISOString(),
  }),
  makeRow: (_of, { id, createdAt }, sample) => ({
    ...makeAccount({ id, email: `${id.slice(0, 8)}@made.test` }),
    memberships: [],
    createdAt,
    ...sample,
  }),
  idOfRow: ({ id }) => id,
  idOfItem: ({ id }) => id,
  async put({ database }, { memberships, createdAt, ...account }) {
    await insertAccount(database, account, memberships, createdAt);
  },
  async remove({ database }, { id }) {
    await database.prisma.member.deleteMany({ where: { userId: id } });
    await database.execute(Prisma.sql`delete from users where id = ${id}::uuid`);
  },
  sees: () => true,
  filters: {
    status: {
      good: ['active', 'disabled', 'deleted', 'invited'],
      bad: ['Active', 'inactive'],
      matches: ({ status }, value) => status === value,
    },
    email: {
      good: [' BOB@Example.test'],
      bad: [],
      matches: ({ email }) => email === 'bob@example.test',
    },
    name: { good: ['Ada', '100%_Sure\\'], bad: [], matches: ({ name }, value) => name === value },
    search: {
      good: ['@MADE', '%_sur', 'sure\\', 'carol'],
      bad: ['ab', '@@@', 'a b c', '\\\\\\'],
      matches: ({ email, name }, value) => hasPart(email, value) || hasPart(name, value),
    },
    org: {
      good: ['globex', acmeId.toUpperCase()],
      bad: [],
      matches: ({ memberships }, value) =>
        memberships.some(({ orgId, orgSlug }) => orgSlug === value || orgId === String(value).toLowerCase()),
    },
    kind: {
      good: ['user', 'admin', 'root'],
      bad: ['operator'],
      matches: ({ kind }, value) => kind === value,
    },
    mfa: {
      good: [true, 'false'],
      bad: ['perhaps'],
      matches: ({ totpSecret }, value) => (totpSecret !== null) === (String(value) === 'true'),
    },
    ...periodFilters,
  },
};
