import { createClock } from '@latchkey/testing';
import type { Standing } from './standing.ts';
import { createStandings } from './standings.ts';

const standing = { userId: 'ada', isActive: true } as Standing;
const none = { server: 'a', next: '7', all: false, user_ids: [] as string[] };

/** Standings of a user-api whose answers a test sets; a look-up waits for `gate`. */
function createFollowed() {
  const [clock, monotonic] = [createClock(100_000), createClock(100_000)];
  const asked: string[] = [];
  const since: string[] = [];
  const of = { standing: standing as Standing | undefined, changes: none as typeof none | undefined };
  const hold = { gate: Promise.resolve() };
  const standings = createStandings({
    now: clock.now,
    monotonicMs: monotonic.now,
    async find(userId) {
      asked.push(userId);
      const found = of.standing;
      await hold.gate;
      return found;
    },
    async findChanges(from) {
      since.push(from);
      if (of.changes === undefined) return undefined;
      return of.changes;
    },
  });
  const pass = (seconds: number) => (clock.advance(seconds), monotonic.advance(seconds));
  const follow = (changes: Partial<typeof none> = {}) => {
    of.changes = { ...none, ...changes };
    return standings.follow();
  };
  /** Whether it was asked for, and not kept. */
  const isAsked = async (userId = 'ada') => {
    const before = asked.length;
    await standings.findRecent(userId, '');
    return asked.length > before;
  };
  /** A look-up that is answered once `meanwhile` has happened; whether it is kept. */
  const keepsWhile = async (meanwhile: () => unknown) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    hold.gate = promise;
    const running = standings.findRecent('ada', '');
    await meanwhile();
    resolve();
    await running;
    return !(await isAsked());
  };
  return { clock, monotonic, of, since, standings, pass, follow, isAsked, keepsWhile };
}

type Followed = ReturnType<typeof createFollowed>;

test('without the feed an active standing is kept for 5 s by either clock, and no other one is kept', async () => {
  const { of, clock, pass, isAsked } = createFollowed();
  expect([await isAsked(), await isAsked()]).toEqual([true, false]);
  pass(5);
  expect([await isAsked(), await isAsked()]).toEqual([true, false]);
  clock.advance(-3600);
  expect(await isAsked()).toBe(true);
  pass(5);
  of.standing = { ...standing, isActive: false };
  expect([await isAsked(), await isAsked()]).toEqual([true, true]);
  of.standing = undefined;
  expect([await isAsked(), await isAsked()]).toEqual([true, true]);
});

test('with an answer each second it is kept for a minute, and each ask names the last answer', async () => {
  const { since, pass, follow, isAsked } = createFollowed();
  await follow();
  expect(await isAsked()).toBe(true);
  for (let second = 1; second < 60; second += 1) {
    pass(1);
    await follow({ next: String(second) });
    expect(await isAsked()).toBe(false);
  }
  pass(1);
  await follow();
  expect(await isAsked()).toBe(true);
  expect(since.slice(0, 4)).toEqual(['0', '7', '1', '2']);
});

test('a change drops whom it names', async () => {
  const { follow, isAsked } = createFollowed();
  await follow();
  for (const userId of ['ada', 'bob']) await isAsked(userId);
  await follow({ user_ids: ['ada', 'somebody'] });
  expect([await isAsked('ada'), await isAsked('bob')]).toEqual([true, false]);
});

const emptying: [string, (followed: Followed) => unknown][] = [
  ['all may have changed', ({ follow }) => follow({ all: true })],
  ['the server is another one', ({ follow }) => follow({ server: 'b' })],
  ['the feed was off for 5 s', ({ pass }) => pass(5)],
  ['the feed was off for 5 s by the monotonic clock', ({ monotonic }) => monotonic.advance(5)],
  ['the feed was off for 5 s by the wall clock', ({ clock }) => clock.advance(5)],
  ['the wall clock was set back', ({ clock }) => clock.advance(-0.001)],
  ['the feed was off for 5 s, and then on again', ({ pass, follow }) => (pass(5), follow())],
];

test.each(emptying)('when %s all is forgotten', async (_what, act) => {
  const followed = createFollowed();
  const { follow, isAsked } = followed;
  await follow();
  for (const userId of ['ada', 'bob']) await isAsked(userId);
  await act(followed);
  expect([await isAsked('ada'), await isAsked('bob')]).toEqual([true, true]);
});

test('when the feed begins all is forgotten, since nobody has said what changed before', async () => {
  const { follow, isAsked } = createFollowed();
  await isAsked();
  await follow();
  expect(await isAsked()).toBe(true);
});

describe('a look-up that is under way', () => {
  test.each<[string, (followed: Followed) => unknown]>([
    ['its account changes', ({ follow }) => follow({ user_ids: ['ada'] })],
    ...emptying,
  ])('is not kept when %s', async (_what, act) => {
    const followed = createFollowed();
    await followed.follow();
    expect(await followed.keepsWhile(() => act(followed))).toBe(false);
  });

  test('is not kept when the feed begins', async () => {
    const { follow, keepsWhile } = createFollowed();
    expect(await keepsWhile(() => follow())).toBe(false);
  });

  test('is kept when nothing changes', async () => {
    const { follow, keepsWhile } = createFollowed();
    await follow();
    expect(await keepsWhile(() => follow())).toBe(true);
  });
});

test('the 5 s begin when the feed was asked, not when it answered', async () => {
  const { standings, of, pass, isAsked } = createFollowed();
  of.changes = none;
  const running = standings.follow();
  pass(4);
  await running;
  await isAsked();
  pass(1);
  expect(await isAsked()).toBe(true);
});

test('a user-api that says no changes is as none: what was kept lives for 5 s', async () => {
  const { standings, of, pass, isAsked } = createFollowed();
  of.changes = undefined;
  await standings.follow();
  expect([await isAsked(), await isAsked()]).toEqual([true, false]);
  pass(5);
  expect(await isAsked()).toBe(true);
});
