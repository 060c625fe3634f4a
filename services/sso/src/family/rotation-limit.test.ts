import { rotationWaitMs } from './rotation-limit.ts';

const limit = { rotations: 3, windowMs: 600_000 };
const since = new Date(1_000_000);

test.each([
  ['a family that never rotated', 0, null, 1_000_000, 0],
  ['one below the limit', 2, since, 1_000_001, 0],
  ['one at the limit', 3, since, 1_000_001, 599_999],
  ['one beyond a limit that was lowered', 9, since, 1_000_000, 600_000],
  ['the last millisecond of the window', 3, since, 1_599_999, 1],
  ['the end of the window', 3, since, 1_600_000, 0],
])('%s', (_what, rotations, rotationsSince, nowMs, waitMs) => {
  expect(rotationWaitMs({ rotations, rotationsSince }, limit, nowMs)).toBe(waitMs);
});

test('no limit', () => {
  const family = { rotations: 1_000, rotationsSince: since };
  expect(rotationWaitMs(family, { ...limit, rotations: 0 }, 1_000_001)).toBe(0);
});
