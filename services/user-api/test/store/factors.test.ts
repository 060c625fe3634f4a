import { useTestDatabase } from '@latchkey/testing';
import type { Account } from '../../src/accounts/account.ts';
import type { Factor } from '../../src/accounts/factor.ts';
import { createActStores } from '../../src/create-stores.ts';
import { createAccountStore } from '../../src/store/accounts/account-store.ts';
import { createOperatorRecords } from '../../src/store/commands/operator-records.ts';
import { createDatabase } from '../../src/store/database.ts';
import { createSessionStore } from '../../src/store/sessions/session-store.ts';
import { createSpentCodes } from '../../src/store/signing-in/spent-code.ts';
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

describe.each<[string, (nth: number) => Factor]>([
  ['a time step', (nth) => stepOf(100 + nth)],
  ['a recovery code', (nth) => codeOf(`code ${nth}`)],
])('the factor %s', (_what, factorOf) => {
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
  test('are replaced for the secret in force alone', async () => {
    const ada = await addAccount();
    const replace = (sealed: string) =>
      accounts().replaceRecoveryCodes(ada.id, sealed, ['new', 'newer'], makeLogEntry());
    expect([await replace('other'), await left(ada)]).toEqual([false, 10]);
    expect([await replace('sealed'), await left(ada)]).toEqual([true, 2]);
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
  ])('recovery codes of an operator %s', async (_what, totpSecret, count) => {
    const operator = await addAccount({ kind: 'root' });
    const kept = { endsPasskeys: undefined };
    const reset = { hash: 'new', firstUntil: now, totpSecret, ...kept, row: makeLogEntry() };
    expect(await createOperatorRecords(database()).reset(operator.id, reset)).toBe(true);
    expect(await left(operator)).toBe(count);
  });
});

test('a secret of one-time codes is confirmed where it was begun last, and removed once', async () => {
  const { id } = await addAccount({ totpSecret: null });
  const begin = (sealed: string, isOn: boolean) => accounts().beginTotp(id, sealed, isOn);
  const confirm = (sealed: string) =>
    accounts().confirmTotp(id, { sealed, step: 7, recoveryHashes: hashes }, makeLogEntry());
  const remove = () => accounts().removeTotp(id, makeLogEntry());
  expect([await begin('a', true), await begin('b', false), await begin('c', false)]).toEqual([
    false,
    true,
    true,
  ]);
  expect([await confirm('b'), await confirm('c'), await confirm('c')]).toEqual([false, true, false]);
  expect([await begin('d', false), await remove(), await remove()]).toEqual([false, true, false]);
});
