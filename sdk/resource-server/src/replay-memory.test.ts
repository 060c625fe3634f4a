import { createReplayMemory } from './replay-memory.ts';

test('an id is new again after its time, and no memory is kept of it', async () => {
  let nowMs = 0;
  const remember = createReplayMemory(() => nowMs);
  expect([await remember('a', 5), await remember('a', 5)]).toEqual([true, false]);
  nowMs = 4_999;
  expect(await remember('a', 5)).toBe(false);
  nowMs = 5_000;
  expect([await remember('b', 5), await remember('a', 5)]).toEqual([true, true]);
});
