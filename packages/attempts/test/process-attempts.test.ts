import { createProcessAttempts } from '../src/process-attempts.ts';

const budget = { limit: 20, windowMs: 600_000 };

test('a flood of other keys at a counter that is used up does not free it', async () => {
  const attempts = createProcessAttempts({ now: () => 0 });
  let held = 0;
  for (let at = 0; at < 60_000; at += 1) {
    const counters = [
      { key: `network ${at}`, budget },
      { key: 'drop', budget },
    ];
    if ((await attempts.hold(counters, `slot ${at}`)) === 0) held += 1;
  }
  expect(held).toBe(20);
});

test('beyond its bound, the counter that was used least recently is forgotten', async () => {
  const attempts = createProcessAttempts({ now: () => 0, maxKeys: 2 });
  const at = (key: string) => [{ key, budget: { ...budget, limit: 1 } }];
  await attempts.hold(at('a'), 'one');
  await attempts.hold(at('b'), 'two');
  expect(await attempts.waitMs(at('a'))).toBe(600_000);
  await attempts.hold(at('c'), 'three');
  expect(await Promise.all(['a', 'b', 'c'].map((key) => attempts.waitMs(at(key))))).toEqual([
    600_000, 0, 600_000,
  ]);
});
