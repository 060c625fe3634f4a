import type { Account } from '../../src/accounts/account.ts';
import { createAccountStore } from '../../src/store/accounts/account-store.ts';
import { acme, makeAccount } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { database, keepRows } from '../setup/test-database.ts';
import { insertAccount } from './rows.ts';

const store = createAccountStore(database);
keepRows();

let count = 0;
function makeOne(changes: Partial<Account> = {}): Account {
  const id = crypto.randomUUID();
  return makeAccount({ id, email: `person-${(count += 1)}@example.test`, ...changes });
}

describe('a new password', () => {
  const at = new Date(Date.UTC(2026, 11, 1));
  const makeChange = (hash: string, over?: Pick<Account, 'tokensValidAfter' | 'firstPasswordUntil'>) => ({
    hash,
    validAfter: at,
    kept: { sessionIds: [], familyId: 'family' },
    row: makeLogEntry(),
    ...(over && { over }),
  });

  test.each([{ firstPasswordUntil: new Date(0) }, { tokensValidAfter: null }])(
    'is not set when the account that was read had %j',
    async (other) => {
      const account = makeOne({ passwordHash: 'old', tokensValidAfter: new Date(at.getTime() - 1) });
      await insertAccount(database, account);
      const change = makeChange('new', { ...account, ...other });
      expect(await store.setPassword(account.id, change)).toBeUndefined();
      expect(await store.findById(account.id)).toEqual(account);
    },
  );

  test('moves the void date each time, though the clock stands still or goes back', async () => {
    const account = makeOne({ tokensValidAfter: new Date(at.getTime() + 5) });
    await insertAccount(database, account);
    for (const later of [6, 7]) {
      await store.setPassword(account.id, makeChange('new'));
      const { tokensValidAfter } = (await store.findById(account.id))!;
      expect(tokensValidAfter).toEqual(new Date(at.getTime() + later));
    }
  });

  test.each([
    ['disabled', []],
    ['deleted', undefined],
  ] as const)('is not set by the owner of a %s account; an operator: %j', async (status, ended) => {
    const account = makeOne({ status });
    await insertAccount(database, account);
    expect(await store.setPassword(account.id, makeChange('new', account))).toBeUndefined();
    expect(await store.setPassword(account.id, makeChange('reset'))).toEqual(ended);
  });
});

test.each<Partial<Account>>([{ emailVerifiedAt: null }, { status: 'disabled' }, { kind: 'admin' }])(
  'the kind admin is not given to an account that has %j by then',
  async (changes) => {
    const account = makeOne(changes);
    await insertAccount(database, account);
    const kept = { sessionIds: [], familyId: null };
    const change = { kind: 'admin', validAfter: new Date(0), kept, row: makeLogEntry() } as const;
    expect(await store.setKind(account.id, change)).toBeUndefined();
    expect(await store.findById(account.id)).toEqual(account);
  },
);

test('memberships that ended, and those of disabled orgs, are not listed', async () => {
  const account = makeOne();
  const other = { orgId: crypto.randomUUID(), orgSlug: 'other', role: 'admin' } as const;
  const third = { orgId: crypto.randomUUID(), orgSlug: 'third', role: 'admin' } as const;
  await insertAccount(database, account, [acme, other, third]);
  await database.prisma.member.updateMany({ where: { orgId: other.orgId }, data: { status: 'removed' } });
  await database.prisma.org.update({ where: { id: third.orgId }, data: { status: 'disabled' } });
  expect(await store.listMemberships(account.id)).toEqual([acme]);
});
