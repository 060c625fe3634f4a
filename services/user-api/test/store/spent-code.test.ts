import type { ActStores } from '../../src/context.ts';
import { createActStores } from '../../src/create-stores.ts';
import type { WithSpentCode } from '../../src/signing-in/act-freshly.ts';
import { createSpentCodes } from '../../src/store/signing-in/spent-code.ts';
import { makeAccount } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { database, keepRows } from '../setup/test-database.ts';
import { insertAccount } from './rows.ts';

keepRows();
const withSpentCode = (...all: Parameters<WithSpentCode<ActStores>>) =>
  createSpentCodes(database, createActStores)(...all);

async function addAccount(kind: 'user' | 'root' = 'user') {
  const id = crypto.randomUUID();
  const account = makeAccount({ id, email: `${id}@example.test`, kind, emailVerifiedAt: null });
  await insertAccount(database, account);
  return account;
}
const stepOf = (step: number) => ({ kind: 'totp', step }) as const;
const isFree = (userId: string, step: number) =>
  createActStores(database).accounts.isFactorFree(userId, stepOf(step));
const verify = (userId: string) => (stores: ActStores) =>
  stores.accounts.verifyEmail(userId, makeLogEntry({ userId }));
const rowsOf = (userId: string) => database.prisma.requestLogEntry.count({ where: { userId } });

test('one of 20 acts at once gets the code', async () => {
  const operator = await addAccount('root');
  const accounts = await Promise.all(Array.from({ length: 20 }, () => addAccount()));
  const code = { userId: operator.id, factor: stepOf(7) };
  const done = await Promise.allSettled(accounts.map(({ id }) => withSpentCode(code, verify(id))));
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const written = await Promise.all(accounts.map(({ id }) => rowsOf(id)));
  expect(written.filter((count) => count === 1)).toHaveLength(1);
});

const voiding = () => ({
  validAfter: new Date(),
  kept: { sessionIds: [], familyId: null },
  row: makeLogEntry(),
});

test.each([
  ['changes nothing', true, verify],
  [
    'changes nothing in a transaction of its own',
    true,
    () =>
      ({ accounts }: ActStores) =>
        accounts.setKind(crypto.randomUUID(), { kind: 'admin', ...voiding() }),
  ],
  ['fails', false, () => () => Promise.reject(new Error('broken'))],
  [
    'fails after it has written',
    false,
    (id: string) => async (stores: ActStores) => {
      await stores.accounts.setStatus(id, { status: 'disabled', ...voiding() });
      throw new Error('broken');
    },
  ],
])('an act that %s spends nothing', async (_what, isQuiet, act) => {
  const [operator, ada] = [await addAccount('root'), await addAccount()];
  if (isQuiet) await verify(ada.id)(createActStores(database));
  const done = withSpentCode({ userId: operator.id, factor: stepOf(7) }, act(ada.id));
  if (isQuiet) expect(await done).toBeFalsy();
  else await expect(done).rejects.toThrow('broken');
  expect(await isFree(operator.id, 7)).toBe(true);
  expect(await createActStores(database).accounts.findById(ada.id)).toMatchObject({ status: 'active' });
});

test('operators who change each other at once: one code is spent for each change that is made', async () => {
  const [ada, bob] = [await addAccount('root'), await addAccount('root')];
  const change = (by: string, of: string) =>
    withSpentCode({ userId: by, factor: stepOf(7) }, ({ accounts }) =>
      accounts.setStatus(of, { status: 'disabled', ...voiding() }),
    );
  const done = await Promise.allSettled([change(ada.id, bob.id), change(bob.id, ada.id)]);
  const changesNothing = done.map((one) => one.status === 'rejected' || one.value === undefined);
  expect([await isFree(ada.id, 7), await isFree(bob.id, 7)]).toEqual(changesNothing);
});
