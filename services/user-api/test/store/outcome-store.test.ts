import type { Outcome } from '../../src/accounts/outcome.ts';
import { createOutcomeStore } from '../../src/store/accounts/outcome-store.ts';
import { createSessionStore } from '../../src/store/sessions/session-store.ts';
import { makeAccount, makeSession } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { database, keepRows } from '../setup/test-database.ts';
import { insertAccount } from './rows.ts';

keepRows();
const since = new Date(0);
const outcomes = () => createOutcomeStore(database);

const make = (changes: Partial<Outcome> = {}): Outcome => ({
  op: crypto.randomUUID(),
  digest: 'digest',
  code: null,
  field: null,
  userId: null,
  made: [],
  amr: [],
  createdAt: new Date(),
  ...changes,
});

async function addAccount() {
  const id = crypto.randomUUID();
  const account = makeAccount({ id, email: `${id}@example.test` });
  await insertAccount(database, account);
  return account;
}

async function open(account: ReturnType<typeof makeAccount>, op: string, changes: object = {}) {
  const session = makeSession({ id: crypto.randomUUID(), userId: account.id });
  const outcome = make({ op, userId: account.id, made: [session.id], amr: ['password'] });
  const opening = { account, orgId: null, row: makeLogEntry(), outcome, ...changes };
  return { session, isOpen: await createSessionStore(database).start([session], opening) };
}

test.each<[string, Partial<Outcome>, Partial<Outcome>, boolean]>([
  ['a success of the same request takes the place of the first', {}, {}, true],
  ['a success of another request takes no place', {}, { digest: 'other' }, false],
  ['a refusal takes no place of a success', {}, { code: 'invalid_credentials' }, false],
  ['a success takes no place of a refusal', { code: 'invalid_credentials' }, {}, false],
  ['a refusal takes no place of a refusal', { code: 'mfa_required' }, { code: 'invalid_credentials' }, false],
])('of two outcomes of one operation, %s', async (_what, first, second, isReplaced) => {
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const outcome = make({ ...first, made: [one] });
  await outcomes().keep(outcome);
  await outcomes().keep({ ...outcome, code: null, digest: 'digest', ...second, made: [other] });
  expect(await outcomes().find(outcome.op, since)).toMatchObject({
    ...first,
    made: [isReplaced ? other : one],
  });
});

test('of 20 first openings of one operation at once, one opens', async () => {
  const account = await addAccount();
  const opened = await Promise.all(Array.from({ length: 20 }, () => open(account, 'one form')));
  expect(opened.filter(({ isOpen }) => isOpen)).toHaveLength(1);
  expect(await database.prisma.session.count({ where: { userId: account.id } })).toBe(1);
});

test.each([
  ['20 minutes', 1_200_000, true],
  ['a moment less', 1_199_999, false],
])('an outcome of %s before leaves room for a first opening: %p', async (_what, ageMs, isOpen) => {
  const account = await addAccount();
  const row = makeLogEntry();
  const op = crypto.randomUUID();
  const createdAt = new Date(row.createdAt.getTime() - ageMs);
  await outcomes().keep(make({ op, code: 'invalid_credentials', createdAt }));
  const outcome = make({ op, digest: 'other', createdAt: row.createdAt });
  expect((await open(account, op, { row, outcome })).isOpen).toBe(isOpen);
});
