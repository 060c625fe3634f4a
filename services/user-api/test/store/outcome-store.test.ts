import { useTestDatabase } from '@latchkey/testing';
import type { Outcome } from '../../src/accounts/outcome.ts';
import { createOutcomeStore } from '../../src/store/accounts/outcome-store.ts';
import { createDatabase } from '../../src/store/database.ts';
import { createSessionStore } from '../../src/store/sessions/session-store.ts';
import { makeAccount, makeSession } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { insertAccount } from './rows.ts';

const database = useTestDatabase('user-api', createDatabase);
const since = new Date(0);
const outcomes = () => createOutcomeStore(database());

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
  await insertAccount(database(), account);
  return account;
}

async function open(account: ReturnType<typeof makeAccount>, op: string, changes: object = {}) {
  const session = makeSession({ id: crypto.randomUUID(), userId: account.id });
  const outcome = make({ op, userId: account.id, made: [session.id], amr: ['password'] });
  const opening = { account, orgId: null, row: makeLogEntry(), outcome, ...changes };
  return { session, isOpen: await createSessionStore(database()).start([session], opening) };
}

test('the outcome of an opening is kept with it, and not without it', async () => {
  const account = await addAccount();
  const { session } = await open(account, 'kept');
  expect(await outcomes().find('kept', since)).toMatchObject({
    made: [session.id],
    amr: ['password'],
    code: null,
  });
  const gone = { ...account, tokensValidAfter: new Date() };
  expect((await open(account, 'refused', { account: gone })).isOpen).toBe(false);
  expect(await outcomes().find('refused', since)).toBeUndefined();
});

test('an outcome that is too old is none', async () => {
  const outcome = make({ createdAt: new Date(1_000) });
  await outcomes().keep(outcome);
  expect(await outcomes().find(outcome.op, new Date(999))).toEqual({ ...outcome, isLive: false });
  expect(await outcomes().find(outcome.op, new Date(1_000))).toBeUndefined();
});

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

test('what an operation made ends with all that hangs on it, once', async () => {
  const account = await addAccount();
  const { session } = await open(account, 'made');
  const child = makeSession({ id: crypto.randomUUID(), userId: account.id, sourceId: session.id });
  const opening = { account, orgId: null, sourceId: session.id, row: makeLogEntry() };
  await createSessionStore(database()).start([child], opening);
  await outcomes().end([session.id], new Date(1));
  await outcomes().end([session.id], new Date(2));
  const where = { id: { in: [session.id, child.id] }, revokedAt: new Date(1) };
  expect(await database().prisma.session.count({ where })).toBe(2);
  expect(await outcomes().find('made', since)).toMatchObject({ isLive: false });
});
