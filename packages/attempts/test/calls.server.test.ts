import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Counter } from '../src/attempts.ts';
import { usePlaces, type Place } from './places.ts';

const { places, redis } = usePlaces();
const createRedisPlace = places[1]?.[1] as () => Place;
const minuteMs = 60_000;

/** A budget of calls, at the start of a window. */
function createCalls(limit: number, windowMs = minuteMs) {
  const { attempts, now, advance } = createRedisPlace();
  const key = `{${randomUUID()}}`;
  const call = (): Counter[] => [{ key, budget: { limit, windowMs }, calledAtMs: now() }];
  const hold = () => attempts.hold(call(), '');
  return { attempts, now, advance, key, call, hold };
}

test('of 50 calls at once as many are let through as the limit says', async () => {
  const { hold } = createCalls(10);
  const waits = await Promise.all(Array.from({ length: 50 }, hold));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
  // A tenth of the ten is over 6 s into the next window.
  expect(new Set(waits)).toEqual(new Set([0, 66_000]));
});

test('the calls of the last window are counted by what is left of it', async () => {
  const { hold, advance } = createCalls(4);
  for (let at = 0; at < 4; at += 1) expect(await hold()).toBe(0);
  advance(60);
  expect(await hold()).toBe(15_000);
  for (const seconds of [15, 15, 15, 15]) {
    advance(seconds);
    expect(await hold()).toBe(0);
  }
  expect(await hold()).toBe(20_000);
});

test('a call that is given back leaves the window that it was counted in', async () => {
  const { attempts, call, hold, advance } = createCalls(2);
  const first = call();
  expect([await attempts.hold(first, ''), await hold()]).toEqual([0, 0]);
  advance(60);
  expect(await hold()).toBe(30_000);
  await attempts.release(first, '');
  expect(await hold()).toBe(0);
  expect(await hold()).toBe(60_000);
});

test('what one counter refuses costs the other nothing, and a call that nobody counted gives nothing back', async () => {
  const { attempts, now, key, call, hold } = createCalls(1);
  const other = { key: `${key}:other`, budget: { limit: 2, windowMs: minuteMs }, calledAtMs: now() };
  await hold();
  for (let turn = 0; turn < 5; turn += 1) expect(await attempts.hold([...call(), other], '')).toBe(120_000);
  await attempts.release([other], '');
  const waits = [];
  for (let turn = 0; turn < 3; turn += 1) waits.push(await attempts.hold([other], ''));
  expect(waits).toEqual([0, 0, 90_000]);
});

test('two numbers are kept, in one place of a cluster, for two windows', async () => {
  const { hold, advance, key } = createCalls(100);
  for (let at = 0; at < 20; at += 1) {
    await hold();
    advance(6);
  }
  const keys = await redis().keys(`test:${key}*`);
  expect(keys).toHaveLength(2);
  // A cluster finds a key by what is in its braces.
  expect(keys.map((name) => /\{.*?\}/.exec(name)?.[0])).toEqual([key, key]);
  for (const name of keys) {
    expect(await redis().pttl(name)).toBeGreaterThan(minuteMs);
    expect(await redis().pttl(name)).toBeLessThanOrEqual(2 * minuteMs);
  }
});

test('a wait is the shortest after which a call is let through', async () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 40_000 }), fc.boolean()), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), steps, async (limit, sequence) => {
      const { attempts, now, advance, call, hold } = createCalls(limit);
      const counted: number[] = [];
      const inWindow = (number: number) =>
        counted.filter((at) => Math.floor(at / minuteMs) === number).length;
      /** In thousandths of a call, whole. */
      const hasRoom = (atMs: number) => {
        const number = Math.floor(atMs / minuteMs);
        const left = minuteMs - (atMs % minuteMs);
        return inWindow(number) * minuteMs + inWindow(number - 1) * left <= (limit - 1) * minuteMs;
      };
      for (const [pauseMs, isGivenBack] of sequence) {
        advance(pauseMs / 1000);
        const wait = await hold();
        expect(wait === 0).toBe(hasRoom(now()));
        if (wait === 0 && isGivenBack) await attempts.release(call(), '');
        else if (wait === 0) counted.push(now());
        else expect([hasRoom(now() + wait - 1), hasRoom(now() + wait)]).toEqual([false, true]);
      }
    }),
    { numRuns: 60 },
  );
});
