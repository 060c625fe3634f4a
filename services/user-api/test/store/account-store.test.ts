import type { Account } from '../../src/account/account.ts';
import { createAccountStore } from '../../src/store/account-store.ts';
import { acme, makeAccount } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { insertAccount } from './rows.ts';
import { useAccountStore } from './use-account-store.ts';

const { database, makePlace } = useAccountStore();

let count = 0;
function makeOne(changes: Partial<Account> = {}): Account {
  const id = crypto.randomUUID();
  return makeAccount({ id, email: `person-${(count += 1)}@example.test`, ...changes });
}

describe('the account store', () => {
  test('finds an account whole by id in any case and by email, and nobody else', async () => {
    const { store, add } = makePlace();
    const tokensValidAfter = new Date(Date.UTC(2026, 0, 1, 0, 0, 0, 123));
    const account = makeOne({ tokensValidAfter, totpSecret: 'sealed' });
    await add(account);
    expect(await store.findById(account.id)).toEqual(account);
    expect(await store.findById(account.id.toUpperCase())).toEqual(account);
    expect(await store.findByEmail(account.email)).toEqual(account);
    expect(await store.findByEmail('nobody@example.test')).toBeUndefined();
    expect(await store.findById(crypto.randomUUID())).toBeUndefined();
  });

  test('finds the standing of those that exist, with the groups of each', async () => {
    const { store, add } = makePlace();
    const keptFamilyId = crypto.randomUUID();
    const voided = {
      tokensValidAfter: new Date(Date.UTC(2026, 0, 1)),
      keptFamilyId,
      keptValidAfter: new Date(0),
    };
    const [member, other] = [makeOne({ status: 'disabled', ...voided }), makeOne({ emailVerifiedAt: null })];
    await add(member, [acme]);
    await add(other);
    const found = await store.findStandings([other.id, crypto.randomUUID(), member.id.toUpperCase()]);
    const describe = (
      { id, email, emailVerifiedAt, name, kind, status, ...rest }: Account,
      groups: string[],
    ) => {
      const { tokensValidAfter, keptFamilyId: keptId, keptValidAfter } = rest;
      const kept = { tokensValidAfter, keptFamilyId: keptId, keptValidAfter };
      return { id, email, emailVerifiedAt, name, kind, status, ...kept, groups };
    };
    expect(found).toHaveLength(2);
    expect(found.find(({ id }) => id === member.id)).toMatchObject(describe(member, [acme.orgSlug]));
    expect(found.find(({ id }) => id === other.id)).toMatchObject(describe(other, []));
    expect(await store.findStandings([])).toEqual([]);
  });

  test('lists memberships', async () => {
    const { store, add } = makePlace();
    const account = makeOne();
    await add(account, [acme]);
    expect(await store.listMemberships(account.id)).toEqual([acme]);
    expect(await store.listMemberships(crypto.randomUUID())).toEqual([]);
  });

  test('makes an account as it is asked to', async () => {
    const { store } = makePlace();
    const account = makeOne({ name: 'Grace', kind: 'admin', status: 'disabled', passwordHash: null });
    expect(await store.create(account, makeLogEntry())).toBe(true);
    expect(await store.findById(account.id)).toEqual(account);
  });

  test('makes one account of 10 callers with one address', async () => {
    const { store } = makePlace();
    const { email } = makeOne();
    const made = await Promise.all(
      Array.from({ length: 10 }, () =>
        store.create(makeOne({ email, passwordHash: 'hash' }), makeLogEntry()),
      ),
    );
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await store.findByEmail(email)).toMatchObject({ email, passwordHash: 'hash', totpSecret: null });
  });

  test('replaces a hash only while it is still the one that was verified', async () => {
    const { store, add } = makePlace();
    const account = makeOne({ passwordHash: 'old' });
    await add(account);
    await store.replacePasswordHash(account.id, 'older', 'new');
    expect(await store.findById(account.id)).toEqual(account);
    await store.replacePasswordHash(account.id, 'old', 'new');
    expect(await store.findById(account.id)).toEqual({ ...account, passwordHash: 'new' });
  });

  test('switches devices off and on while the sign-ins are as they were seen, and no other account', async () => {
    const { store, add } = makePlace();
    const account = makeOne();
    const other = makeOne();
    await Promise.all([add(account), add(other)]);
    const set = (seen: Pick<Account, 'id' | 'tokensValidAfter'>, on: boolean) =>
      store.setDeviceSignIn(seen, on, makeLogEntry({ userId: account.id }));
    expect(await set({ ...account, tokensValidAfter: new Date(7) }, false)).toBe(false);
    expect(await set({ ...account, id: crypto.randomUUID() }, false)).toBe(false);
    expect((await store.findById(account.id))?.deviceSignIn).toBe(true);
    expect(await set(account, false)).toBe(true);
    expect((await store.findById(account.id))?.deviceSignIn).toBe(false);
    expect((await store.findStandings([account.id]))[0]?.deviceSignIn).toBe(false);
    expect((await store.findById(other.id))?.deviceSignIn).toBe(true);
    expect(await set(account, true)).toBe(true);
    expect((await store.findById(account.id))?.deviceSignIn).toBe(true);
  });

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
        const { store, add } = makePlace();
        const account = makeOne({ passwordHash: 'old', tokensValidAfter: new Date(at.getTime() - 1) });
        await add(account);
        const change = makeChange('new', { ...account, ...other });
        expect(await store.setPassword(account.id, change)).toBeUndefined();
        expect(await store.findById(account.id)).toEqual(account);
      },
    );

    test('is set beside 10 sign-ins that make the hash of the old one again, and none of them undoes it', async () => {
      const { store, add } = makePlace();
      const account = makeOne({ passwordHash: 'old' });
      await add(account);
      const rehashes = Array.from({ length: 10 }, (_, nth) =>
        store.replacePasswordHash(account.id, 'old', `again ${nth}`),
      );
      const change = store.setPassword(account.id, makeChange('new', account));
      const late = store.replacePasswordHash(account.id, 'old', 'late');
      const [ended] = await Promise.all([change, late, ...rehashes]);
      expect([ended, (await store.findById(account.id))?.passwordHash]).toEqual([[], 'new']);
    });

    test('is not set over one that a sign-in has set in place of one that must be changed', async () => {
      const { store, add } = makePlace();
      const account = makeOne({ passwordHash: 'new', firstPasswordUntil: null });
      await add(account);
      const change = makeChange('newer', { ...account, firstPasswordUntil: new Date(0) });
      expect(await store.setPassword(account.id, change)).toBeUndefined();
      expect((await store.findById(account.id))?.passwordHash).toBe('new');
    });

    test('is set by one of three changes at once, and voids the tokens from before', async () => {
      const { store, add } = makePlace();
      const account = makeOne({ passwordHash: 'old', tokensValidAfter: new Date(at.getTime() - 1) });
      await add(account);
      const changes = ['a', 'b', 'c'].map((hash) => store.setPassword(account.id, makeChange(hash, account)));
      expect((await Promise.all(changes)).filter((ended) => ended !== undefined)).toEqual([[]]);
      expect(await store.findById(account.id)).toMatchObject({
        tokensValidAfter: at,
        keptFamilyId: 'family',
      });
    });

    test('is set over none, and by an operator over any', async () => {
      const { store, add } = makePlace();
      const account = makeOne({ passwordHash: null });
      await add(account);
      expect(await store.setPassword(account.id, makeChange('first', account))).toEqual([]);
      expect(await store.setPassword(account.id, makeChange('again', account))).toBeUndefined();
      expect(await store.setPassword(account.id, makeChange('reset'))).toEqual([]);
      expect((await store.findById(account.id))?.passwordHash).toBe('reset');
    });

    test('moves the void date each time, though the clock stands still or goes back', async () => {
      const { store, add } = makePlace();
      const account = makeOne({ tokensValidAfter: new Date(at.getTime() + 5) });
      await add(account);
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
      const { store, add } = makePlace();
      const account = makeOne({ status });
      await add(account);
      expect(await store.setPassword(account.id, makeChange('new', account))).toBeUndefined();
      expect(await store.setPassword(account.id, makeChange('reset'))).toEqual(ended);
    });
  });

  test('moves between active and disabled, once each way', async () => {
    const { store, add } = makePlace();
    const [account, gone] = [makeOne({ keptFamilyId: 'family' }), makeOne({ status: 'deleted' })];
    await add(account);
    await add(gone);
    const validAfter = new Date(Date.UTC(2026, 11, 1));
    const kept = { sessionIds: [], familyId: null };
    const move = (one: Account, status: 'active' | 'disabled') =>
      store.setStatus(one.id, { status, validAfter, kept, row: makeLogEntry() });
    expect(await move(account, 'active')).toBeUndefined();
    expect(await move(account, 'disabled')).toEqual([]);
    expect(await move(account, 'disabled')).toBeUndefined();
    const disabled = { status: 'disabled', tokensValidAfter: validAfter, keptFamilyId: null };
    expect(await store.findById(account.id)).toMatchObject(disabled);
    expect(await move(account, 'active')).toEqual([]);
    expect(await move(gone, 'active')).toBeUndefined();
  });

  describe('another kind', () => {
    const voiding = () => ({
      validAfter: new Date(Date.UTC(2026, 11, 1)),
      kept: { sessionIds: [], familyId: null },
      row: makeLogEntry(),
    });

    test('is given once to an active account with a verified address, and voids its tokens', async () => {
      const { store, add } = makePlace();
      const account = makeOne();
      const others = [makeOne({ emailVerifiedAt: null }), makeOne({ status: 'disabled' })];
      for (const one of [account, ...others]) await add(one);
      const promote = ({ id }: Account) => store.setKind(id, { kind: 'admin', ...voiding() });
      expect([await promote(account), await promote(account)]).toEqual([[], undefined]);
      const { validAfter: tokensValidAfter } = voiding();
      expect(await store.findById(account.id)).toMatchObject({ kind: 'admin', tokensValidAfter });
      const [unverified, disabled] = others as [Account, Account];
      expect({
        unverified: [await promote(unverified), await store.findById(unverified.id)],
        disabled: [await promote(disabled), await store.findById(disabled.id)],
      }).toEqual({ unverified: [undefined, unverified], disabled: [undefined, disabled] });
    });
  });
});

test('memberships that ended, and those of disabled orgs, are not listed', async () => {
  const account = makeOne();
  const other = { orgId: crypto.randomUUID(), orgSlug: 'other', role: 'admin' } as const;
  const third = { orgId: crypto.randomUUID(), orgSlug: 'third', role: 'admin' } as const;
  await insertAccount(database(), account, [acme, other, third]);
  await database().prisma.member.updateMany({ where: { orgId: other.orgId }, data: { status: 'removed' } });
  await database().prisma.org.update({ where: { id: third.orgId }, data: { status: 'disabled' } });
  expect(await createAccountStore(database()).listMemberships(account.id)).toEqual([acme]);
});
