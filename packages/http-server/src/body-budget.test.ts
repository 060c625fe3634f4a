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
  /** Work that ends when it is let go. */
  function startWork(budget: ReturnType<typeof createBodyBudget>, bytes: number) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const work = { isRunning: false, end: resolve, outcome: Promise.resolve('') };
    const run = async () => {
      work.isRunning = true;
      await promise;
      return 'handled';
    };
    work.outcome = budget.handle(bytes, run);
    return work;
  }

  test('two large bodies are handled at a time, the next when one has been, and a small one at once', async () => {
    const budget = createBodyBudget();
    const works = [large, large, large].map((bytes) => startWork(budget, bytes));
    await nextTurn();
    expect(startWork(budget, 100 * kibibyte).isRunning).toBe(true);
    expect(works.map(({ isRunning }) => isRunning)).toEqual([true, true, false]);
    works[1]?.end();
    expect(await works[1]?.outcome).toBe('handled');
    await nextTurn();
    expect(works[2]?.isRunning).toBe(true);
  });

  test('503 overloaded to a large body whose turn does not come within 8 s; its work never runs', async () => {
    const timers = createTimers();
    const budget = createBodyBudget(undefined, timers.schedule);
    const [, , late] = [large, large, large].map((bytes) => startWork(budget, bytes));
    expect(timers.list()).toEqual([8_000]);
    const refusal = { code: 'overloaded', retryAfterSeconds: 2 };
    await Promise.all([expect(late?.outcome).rejects.toMatchObject(refusal), timers.end()]);
    expect([late?.isRunning, budget.load().refused]).toEqual([false, 1]);
  });
});
