import { setImmediate as nextTurn } from 'node:timers/promises';
import { createTimers } from '@latchkey/testing';
import { createBodyBudget } from './body-budget.ts';

const kibibyte = 1024;
const large = 200 * kibibyte;
/** With what a piece costs beside its bytes, these fill the eighth of one network. */
const eighth = 8 * 1024 * kibibyte - kibibyte;
const smallEighth = 2 * 1024 * kibibyte - kibibyte;

test('a network holds at most an eighth, and another network is served', () => {
  const budget = createBodyBudget();
  const first = budget.open('n1', large);
  expect([first.book(eighth), first.book(0)]).toEqual([true, false]);
  expect(budget.open('n1', large).book(0)).toBe(false);
  expect(budget.open('n2', large).book(eighth)).toBe(true);
});

test('eight networks hold everything, and the ninth waits for one of them', () => {
  const budget = createBodyBudget();
  const bookings = Array.from({ length: 8 }, (_, index) => budget.open(`n${index}`, large));
  expect(bookings.map((booking) => booking.book(eighth))).toEqual(Array(8).fill(true));
  expect(budget.open('n9', large).book(0)).toBe(false);
  bookings[3]?.release();
  expect(budget.open('n9', large).book(eighth)).toBe(true);
});

test('bodies up to 100 KB have room when large ones have none, and the other way round', () => {
  const budget = createBodyBudget();
  budget.open('n1', 100 * kibibyte + 1).book(eighth);
  const small = budget.open('n1', 100 * kibibyte);
  expect([small.book(smallEighth), small.book(0)]).toEqual([true, false]);
  const other = createBodyBudget();
  other.open('n1', 100 * kibibyte).book(smallEighth);
  expect(other.open('n1', 100 * kibibyte + 1).book(eighth)).toBe(true);
});

test('a body in tiny pieces pays for what each piece costs', () => {
  const booking = createBodyBudget().open('n1', large);
  let pieces = 0;
  while (booking.book(1)) pieces += 1;
  expect(pieces).toBe(Math.floor((eighth + kibibyte) / (kibibyte + 1)));
});

test('what was refused is not booked, and a release gives back once', () => {
  const budget = createBodyBudget();
  const booking = budget.open('n1', large);
  expect([booking.book(eighth + 1), booking.book(eighth)]).toEqual([false, true]);
  booking.release();
  booking.release();
  const next = budget.open('n1', large);
  expect([next.book(eighth), next.book(0)]).toEqual([true, false]);
});

test('the bytes in flight are a setting', () => {
  const booking = createBodyBudget(80 * kibibyte).open('n1', large);
  expect([booking.book(9 * kibibyte), booking.book(0)]).toEqual([true, false]);
});

describe('handling', () => {
  /** Takes a turn, as for a body of this length. */
  function take(budget: ReturnType<typeof createBodyBudget>, bytes: number) {
    const booking = budget.open('n1', bytes);
    const outcome = Promise.resolve(booking.takeTurn(Buffer.alloc(bytes)));
    const turn = { isThere: false, end: booking.release, outcome };
    turn.outcome.then(
      () => (turn.isThere = true),
      () => undefined,
    );
    return turn;
  }

  test('two large bodies are handled at a time, the next when one has been, and a small one at once', async () => {
    const budget = createBodyBudget();
    const turns = [large, large, large].map((bytes) => take(budget, bytes));
    await nextTurn();
    const small = take(budget, 100 * kibibyte);
    await nextTurn();
    expect(small.isThere).toBe(true);
    expect(turns.map(({ isThere }) => isThere)).toEqual([true, true, false]);
    turns[1]?.end();
    await nextTurn();
    expect(turns[2]?.isThere).toBe(true);
  });

  test('a body that was released while it arrived takes no turn', async () => {
    const budget = createBodyBudget();
    for (let at = 0; at < 2; at += 1) {
      const refused = budget.open('n1', large);
      refused.release();
      void refused.takeTurn(Buffer.alloc(large));
    }
    const next = take(budget, large);
    await nextTurn();
    expect(next.isThere).toBe(true);
  });

  test('503 overloaded to a large body whose turn does not come within 8 s', async () => {
    const timers = createTimers();
    const budget = createBodyBudget(undefined, timers.schedule);
    const [, , late] = [large, large, large].map((bytes) => take(budget, bytes));
    expect(timers.list()).toEqual([8_000]);
    const refusal = { code: 'overloaded', retryAfterSeconds: 2 };
    await Promise.all([expect(late?.outcome).rejects.toMatchObject(refusal), timers.end()]);
    expect([late?.isThere, budget.load().refused]).toEqual([false, 1]);
  });
});
