import { createClock } from './clock.ts';

test('a clock moves only when it is advanced by seconds', () => {
  const { now, advance } = createClock(1_000);
  expect([now(), now()]).toEqual([1_000, 1_000]);
  advance(1.5);
  expect(now()).toBe(2_500);
});
