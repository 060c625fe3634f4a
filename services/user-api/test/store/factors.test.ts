import { useTestDatabase } from '@latchkey/testing';
import type { Account } from '../../src/account/account.ts';
import type { Factor } from '../../src/account/factor.ts';
import { createActStores } from '../../src/create-stores.ts';
import { createAccountStore } from '../../src/store/account-store.ts';
import { createDatabase } from '../../src/store/database.ts';
import { createOperatorRecords } from '../../src/store/operator-records.ts';
import { createSessionStore } from '../../src/store/session-store.ts';
import { createSpentCodes } from '../../src/store/spent-code.ts';
import { makeAccount, makeSession } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { startMs } from '../setup/signer.ts';
import { insertAccount } from './rows.ts';

/** One-time and recovery codes in PostgreSQL: what spends them, once, and what ends them. */
const database = useTestDatabase('user-api', createDatabase);
const accounts = () => createAccountStore(database());
const now = new Date(startMs);
const stepOf = (step: number): Factor => ({ kind: 'totp', step });
const codeOf = (hash: string): Factor => ({
  kind: 'recovery',
  hash,
  row: makeLogEntry({ event: 'recovery_code.used' }),
});
const hashes = Array.from({ length: 10 }, (_, nth) => `code ${nth}`);

/** An account with one-time codes and ten recovery codes. */
async function addAccount(changes: Partial<Account> = {}): Promise<Account> {
  const id = crypto.randomUUID();
  const account = makeAccount({ id, email: `${id}@example.test`, totpSecret: 'sealed', ...changes });
  await insertAccount(database(), account);
  if (account.totpSecret !== null)
    expect(await accounts().replaceRecoveryCodes(id, account.totpSecret, hashes, makeLogEntry())).toBe(true);
  return account;
}

const signIn = (account: Account, factor: Factor, orgId: string | null = null) =>
  createSessionStore(database()).start(
    [makeSession({ id: crypto.randomUUID(), userId: account.id, orgId })],
    { account, orgId, factor, row: makeLogEntry({ userId: account.id }) },
  );
const turnOff = (userId: string) =>
  createSpentCodes(database(), createActStores)({ userId, factor: codeOf('code 0') }, (stores) =>
    stores.accounts.removeTotp(userId, makeLogEntry({ userId })),
  );
const isFree = (account: Account, factor: Factor) => accounts().isFactorFree(account.id, factor);
const left = ({ id }: Account) => accounts().countRecoveryCodes(id);
const usesOf = ({ row }: Factor & { kind: 'recovery' }) =>
  database().prisma.requestLogEntry.count({ where: { id: row.id } });

describe.each<[string, (nth: number) => Factor]>([
  ['a time step', (nth) => stepOf(100 + nth)],
  ['a recovery code', (nth) => codeOf(`code ${nth}`)],
])('%s', (_what, factorOf) => {
  test('opens sessions once, and none of another account', async () => {
    const [ada, bob] = [await addAccount(), await addAccount({ totpSecret: null })];
    expect([await isFree(ada, factorOf(0)), await signIn(ada, factorOf(0))]).toEqual([true, true]);
    expect([await isFree(ada, factorOf(0)), await signIn(ada, factorOf(0))]).toEqual([false, false]);
    expect([await isFree(ada, factorOf(1)), await signIn(ada, factorOf(1))]).toEqual([true, true]);
    expect(await isFree({ ...bob, id: crypto.randomUUID() }, factorOf(2))).toBe(false);
  });

  test('opens sessions for one of 20 callers', async () => {
    const ada = await addAccount();
    const factors = Array.from({ length: 20 }, () => factorOf(0));
    const wins = await Promise.all(factors.map((factor) => signIn(ada, factor)));
    expect(wins.filter(Boolean)).toHaveLength(1);
    const { id: userId } = ada;
    expect(await database().prisma.session.count({ where: { userId } })).toBe(1);
  });

  test('is not spent by a sign-in that opens nothing', async () => {
    const ada = await addAccount();
    expect(await signIn(ada, factorOf(0), crypto.randomUUID())).toBe(false);
    expect(await signIn({ ...ada, tokensValidAfter: now }, factorOf(0))).toBe(false);
    expect(await isFree(ada, factorOf(0))).toBe(true);
  });

  test.each([
    ['the log takes no row', `raise exception 'no room'`, /no room/],
    [
      'the connection is lost',
      'perform pg_terminate_backend(pg_backend_pid())',
      /terminat|closed the connection/,
    ],
  ])('is not spent, and opens nothing, when %s', async (_fault, how, message) => {
    const ada = await addAccount();
    const { prisma } = database();
    await prisma.$executeRawUnsafe(
      `create function break_log() returns trigger language plpgsql as $$ begin ${how}; return new; end $$`,
    );
    await prisma.$executeRawUnsafe(
      'create trigger break_log before insert on request_log for each row execute function break_log()',
    );
    await expect(signIn(ada, factorOf(0))).rejects.toThrow(message);
    await prisma.$executeRawUnsafe('drop function break_log cascade');
    expect([await isFree(ada, factorOf(0)), await signIn(ada, factorOf(0))]).toEqual([true, true]);
  });
});

describe('a recovery code', () => {
  test('of another account, or with another hash, is none', async () => {
    const [ada, bob] = [await addAccount(), await addAccount()];
    await accounts().replaceRecoveryCodes(bob.id, 'sealed', ['of bob'], makeLogEntry());
    const use = async (hash: string) => [await isFree(ada, codeOf(hash)), await signIn(ada, codeOf(hash))];
    const uses = { 'of bob': await use('of bob'), unknown: await use('code'), empty: await use('') };
    expect(uses).toEqual({ 'of bob': [false, false], unknown: [false, false], empty: [false, false] });
    expect(await isFree(bob, codeOf('of bob'))).toBe(true);
  });

  test('has one row in the log for each use, written with what it opens', async () => {
    const ada = await addAccount();
    const [used, again] = [codeOf('code 0'), codeOf('code 0')];
    expect([await signIn(ada, used), await signIn(ada, again)]).toEqual([true, false]);
    if (used.kind === 'recovery' && again.kind === 'recovery')
      expect([await usesOf(used), await usesOf(again), await left(ada)]).toEqual([1, 0, 9]);
  });

  test('lets one of 20 acts and sign-ins at once through', async () => {
    const ada = await addAccount();
    const done = await Promise.allSettled(
      Array.from({ length: 20 }, (_, nth) =>
        nth % 2 === 0 ? signIn(ada, codeOf('code 0')) : turnOff(ada.id),
      ),
    );
    expect(done.filter((one) => one.status === 'fulfilled' && one.value)).toHaveLength(1);
    const refused = done.filter((one) => one.status === 'rejected');
    expect(refused).toMatchObject(refused.map(() => ({ reason: { code: 'invalid_credentials' } })));
  });
});

describe('recovery codes', () => {
  test('end when new ones take their place, and only for the secret in force', async () => {
    const ada = await addAccount();
    await signIn(ada, codeOf('code 0'));
    expect(await accounts().replaceRecoveryCodes(ada.id, 'other', ['new'], makeLogEntry())).toBe(false);
    expect(await left(ada)).toBe(9);
    expect(await accounts().replaceRecoveryCodes(ada.id, 'sealed', ['new', 'newer'], makeLogEntry())).toBe(
      true,
    );
    expect([await left(ada), await isFree(ada, codeOf('code 1')), await isFree(ada, codeOf('new'))]).toEqual([
      2,
      false,
      true,
    ]);
  });

  test('are those of one of 20 replacements at once', async () => {
    const ada = await addAccount();
    const sets = Array.from({ length: 20 }, (_, nth) => hashes.map((hash) => `${nth} ${hash}`));
    const replace = (set: string[]) =>
      accounts().replaceRecoveryCodes(ada.id, 'sealed', set, makeLogEntry({ userId: ada.id }));
    await Promise.all(sets.map(replace));
    expect(await left(ada)).toBe(10);
    const stored = await database().prisma.recoveryCode.findMany({ where: { userId: ada.id } });
    expect(new Set(stored.map(({ codeHash }) => codeHash.split(' ')[0])).size).toBe(1);
  });

  test.each<[string, (account: Account) => Promise<unknown>]>([
    ['one-time codes are turned off', ({ id }) => accounts().removeTotp(id, makeLogEntry())],
    [
      'the account is retired',
      ({ email }) => accounts().takeOver(makeAccount({ id: crypto.randomUUID(), email }), makeLogEntry()),
    ],
  ])('end when %s', async (_what, end) => {
    const ada = await addAccount({ emailVerifiedAt: null });
    expect(await end(ada)).not.toBeFalsy();
    expect(await database().prisma.recoveryCode.count({ where: { userId: ada.id } })).toBe(0);
  });

  test.each([
    ['end with a new secret from the command', 'new', 0],
    ['stay with a new password from the command', undefined, 10],
  ])('%s', async (_what, totpSecret, count) => {
    const operator = await addAccount({ kind: 'root' });
    const reset = { hash: 'new', firstUntil: now, totpSecret, row: makeLogEntry() };
    expect(await createOperatorRecords(database()).reset(operator.id, reset)).toBe(true);
    expect(await left(operator)).toBe(count);
  });
});

describe('a new secret of one-time codes', () => {
  const confirm = ({ id }: Account, sealed: string, recoveryHashes: readonly string[] = hashes) =>
    accounts().confirmTotp(id, { sealed, step: 7, recoveryHashes }, makeLogEntry());

  test('is in force once it is confirmed, once, with its step spent and ten recovery codes', async () => {
    const ada = await addAccount({ totpSecret: null });
    expect(await accounts().beginTotp(ada.id, 'first', true)).toBe(false);
    expect(await accounts().beginTotp(ada.id, 'first', false)).toBe(true);
    expect(await accounts().beginTotp(ada.id, 'second', false)).toBe(true);
    expect(await confirm(ada, 'first')).toBe(false);
    const wins = await Promise.all([1, 2, 3].map(() => confirm(ada, 'second')));
    expect(wins.filter(Boolean)).toHaveLength(1);
    expect([await isFree(ada, stepOf(7)), await isFree(ada, stepOf(8)), await left(ada)]).toEqual([
      false,
      true,
      10,
    ]);
    expect(await accounts().findById(ada.id)).toMatchObject({ totpSecret: 'second', totpPending: null });
    expect(await accounts().removeTotp(ada.id, makeLogEntry())).toBe(true);
    expect(await accounts().removeTotp(ada.id, makeLogEntry())).toBe(false);
  });

  test('leaves the one before in force until it is confirmed, and ends its recovery codes then', async () => {
    const ada = await addAccount();
    expect(await accounts().beginTotp(ada.id, 'new', false)).toBe(false);
    expect(await accounts().beginTotp(ada.id, 'new', true)).toBe(true);
    expect(await accounts().findById(ada.id)).toMatchObject({ totpSecret: 'sealed', totpPending: 'new' });
    expect([await left(ada), await isFree(ada, codeOf('code 1'))]).toEqual([10, true]);
    expect(await confirm(ada, 'new', ['new code'])).toBe(true);
    expect([await left(ada), await isFree(ada, codeOf('code 1'))]).toEqual([1, false]);
  });
});
