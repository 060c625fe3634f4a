import { createAccountStore } from '../../src/store/accounts/account-store.ts';
import { makeAccount } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { database, keepRows } from '../setup/test-database.ts';
import { insertAccount } from './rows.ts';

const store = createAccountStore(database);
keepRows();
beforeEach(async () => void (await database.prisma.user.updateMany({ data: { kind: 'user' } })));

const makeRoot = () => {
  const id = crypto.randomUUID();
  return makeAccount({ id, email: `${id}@example.test`, kind: 'root' });
};
const voiding = () => ({
  validAfter: new Date(),
  kept: { sessionIds: [], familyId: null },
  row: makeLogEntry(),
});
type Act = (id: string) => Promise<string[] | undefined>;
const disable: Act = (id) => store.setStatus(id, { status: 'disabled', ...voiding() });
const demote: Act = (id) => store.setKind(id, { kind: 'admin', ...voiding() });

describe('the last active root', () => {
  test.each<[string, (nth: number) => Act]>([
    ['lose their kind', () => demote],
    ['are disabled', () => disable],
    ['lose their kind or are disabled', (nth) => (nth % 2 === 0 ? demote : disable)],
  ])('is left of 10 who all %s at once', async (_what, actOf) => {
    const roots = Array.from({ length: 10 }, makeRoot);
    for (const one of roots) await insertAccount(database, one);
    const done = await Promise.all(roots.map(({ id }, nth) => actOf(nth)(id)));
    expect(done.filter((ended) => ended !== undefined)).toHaveLength(9);
    const left = roots.filter((_root, nth) => done[nth] === undefined);
    expect(await Promise.all(left.map(({ id }) => store.findById(id)))).toEqual(left);
  });

  test('may be disabled and lose its kind as soon as there is another', async () => {
    const [root, other, third] = [makeRoot(), makeRoot(), makeRoot()];
    await insertAccount(database, root);
    await insertAccount(database, { ...other, status: 'disabled' });
    expect([await disable(root.id), await demote(root.id)]).toEqual([undefined, undefined]);
    await insertAccount(database, third);
    expect(await demote(root.id)).toEqual([]);
    expect(await disable(third.id)).toBeUndefined();
  });
});
