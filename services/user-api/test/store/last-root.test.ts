import type { AccountStore } from '../../src/accounts/account-store.ts';
import { makeAccount } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { useAccountStore } from './use-account-store.ts';

const { database, makePlace } = useAccountStore();
beforeEach(async () => void (await database().prisma.user.updateMany({ data: { kind: 'user' } })));

const makeRoot = () => {
  const id = crypto.randomUUID();
  return makeAccount({ id, email: `${id}@example.test`, kind: 'root' });
};
const voiding = () => ({
  validAfter: new Date(),
  kept: { sessionIds: [], familyId: null },
  row: makeLogEntry(),
});
type Act = (store: AccountStore, id: string) => Promise<string[] | undefined>;
const disable: Act = (store, id) => store.setStatus(id, { status: 'disabled', ...voiding() });
const demote: Act = (store, id) => store.setKind(id, { kind: 'admin', ...voiding() });

describe('the last active root', () => {
  test.each<[string, (nth: number) => Act]>([
    ['lose their kind', () => demote],
    ['are disabled', () => disable],
    ['lose their kind or are disabled', (nth) => (nth % 2 === 0 ? demote : disable)],
  ])('is left of 10 who all %s at once', async (_what, actOf) => {
    const { store, add } = makePlace();
    const roots = Array.from({ length: 10 }, makeRoot);
    for (const one of roots) await add(one);
    const done = await Promise.all(roots.map(({ id }, nth) => actOf(nth)(store, id)));
    expect(done.filter((ended) => ended !== undefined)).toHaveLength(9);
    const left = roots.filter((_root, nth) => done[nth] === undefined);
    expect(await Promise.all(left.map(({ id }) => store.findById(id)))).toEqual(left);
  });

  test('may be disabled and lose its kind as soon as there is another', async () => {
    const { store, add } = makePlace();
    const [root, other, third] = [makeRoot(), makeRoot(), makeRoot()];
    await add(root);
    await add({ ...other, status: 'disabled' });
    expect([await disable(store, root.id), await demote(store, root.id)]).toEqual([undefined, undefined]);
    await add(third);
    expect(await demote(store, root.id)).toEqual([]);
    expect(await disable(store, third.id)).toBeUndefined();
  });
});
