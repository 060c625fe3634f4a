import { randomUUID } from 'node:crypto';
import type { Budget, Counter } from '../src/attempts.ts';
import { usePlaces, type Place } from './places.ts';

const minuteMs = 60_000;
const { places, redis } = usePlaces();

const sliding: Budget = { limit: 5, windowMs: 600_000, heldMs: 100_000 };
const fixed: Budget = { limit: 3, windowMs: minuteMs };
const doubling: Budget = {
  limit: 3,
  windowMs: 900_000,
  penalty: { firstWaitMs: 60_000, longestWaitMs: 200_000 },
};
const perNetwork: Budget = {
  limit: 5,
  windowMs: 10 * minuteMs,
  heldWaitMs: 1_000,
  penalty: { closedMs: 30 * minuteMs },
};
const perDrop: Budget = { limit: 20, windowMs: 10 * minuteMs };

const fromFirst: Budget = { limit: 3, windowMs: minuteMs, fromFirst: true };

describe.each(places)('attempts %s', (_name, createPlace) => {
  let place: Place;
  let key: string;
  beforeEach(() => {
    place = createPlace();
    key = randomUUID();
  });

  const at = (budget: Budget): Counter[] => [{ key, budget }];
  const hold = (budget: Budget, slot: string = randomUUID()) => place.attempts.hold(at(budget), slot);
  const keep = (budget: Budget, slot: string) => place.attempts.keep(at(budget), slot);
  async function holdAll(budget: Budget): Promise<void> {
    for (let index = 0; index < budget.limit; index += 1) expect(await hold(budget, `id-${index}`)).toBe(0);
  }

  test('a window that begins with the first slot ends for all slots at once', async () => {
    expect(await hold(fromFirst, 'first')).toBe(0);
    place.advance(50);
    expect(await hold(fromFirst, 'second')).toBe(0);
    await keep(fromFirst, 'second');
    expect([await hold(fromFirst), await hold(fromFirst)]).toEqual([0, 10_000]);
    place.advance(10);
    expect([await hold(fromFirst), await hold(fromFirst), await hold(fromFirst)]).toEqual([0, 0, 0]);
    expect(await hold(fromFirst)).toBe(minuteMs);
  });

  describe('with slots that are free one by one', () => {
    test('of 50 at once as many hold as there are slots; the others hear when the first is free', async () => {
      const waits = await Promise.all(Array.from({ length: 50 }, () => hold(sliding)));
      expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
      expect(new Set(waits)).toEqual(new Set([0, 100_000]));
    });

    test('a kept slot is free a window after it was kept', async () => {
      for (let index = 0; index < 5; index += 1) {
        await hold(sliding, `id-${index}`);
        await keep(sliding, `id-${index}`);
        place.advance(1);
      }
      expect(await hold(sliding)).toBe(600_000 - 5_000);
      place.advance(594.999);
      expect(await hold(sliding)).toBe(1);
      place.advance(0.001);
      expect(await hold(sliding)).toBe(0);
      expect(await hold(sliding)).toBe(1_000);
    });
  });

  describe('with a hold that counts for the whole window', () => {
    test('the limit is let through, and then waits for the end of the window', async () => {
      await holdAll(fixed);
      place.advance(10);
      expect(await hold(fixed)).toBe(50_000);
      place.advance(49.5);
      expect(await hold(fixed)).toBe(500);
      place.advance(0.5);
      await holdAll(fixed);
      expect(await hold(fixed)).toBe(60_000);
    });
  });

  describe('with a doubling wait', () => {
    test('of 100 parallel attempts no more than the limit is let through', async () => {
      const waits = await Promise.all(Array.from({ length: 100 }, () => hold(doubling)));
      expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
      expect(new Set(waits)).toEqual(new Set([0, 60_000]));
    });

    test('one is let through at a time, and the wait grows up to the longest', async () => {
      await holdAll(doubling);
      for (const [waitMs, nextMs] of [
        [60_000, 120_000],
        [120_000, 200_000],
        [200_000, 200_000],
      ] as const) {
        expect(await hold(doubling)).toBe(waitMs);
        place.advance(waitMs / 1000);
        expect(await hold(doubling)).toBe(0);
        expect(await hold(doubling)).toBe(nextMs);
      }
    });

    test('keeping a slot never shortens the time for which it is counted', async () => {
      await holdAll(doubling);
      for (let index = 0; index < 3; index += 1) await keep(doubling, `id-${index}`);
      place.advance(959);
      expect(await hold(doubling)).toBe(0);
      expect(await hold(doubling)).toBe(120_000);
    });
  });

  describe('with a closure, over two counters at once', () => {
    let drop: string;
    beforeEach(() => {
      drop = randomUUID();
    });
    const network = (name = 'here'): Counter => ({ key: `{${drop}}:${name}`, budget: perNetwork });
    const both = (name = 'here') => [network(name), { key: `{${drop}}`, budget: perDrop }];

    async function guessWrong(name = 'here'): Promise<number> {
      const slot = randomUUID();
      const waitMs = await place.attempts.hold(both(name), slot);
      if (waitMs === 0) await place.attempts.keep(both(name), slot);
      return waitMs;
    }

    test('five wrong ones close a network, and no other', async () => {
      for (let guess = 0; guess < 5; guess += 1) expect(await guessWrong()).toBe(0);
      expect(await guessWrong()).toBe(30 * minuteMs);
      expect(await place.attempts.waitMs(both())).toBe(30 * minuteMs);
      expect(await guessWrong('elsewhere')).toBe(0);
      place.advance(11 * 60);
      expect(await place.attempts.waitMs(both())).toBe(19 * minuteMs);
      place.advance(19 * 60);
      expect(await guessWrong()).toBe(0);
    });

    test('of 50 parallel ones five are judged, and the others wait for moments only', async () => {
      const waits = await Promise.all(
        Array.from({ length: 50 }, () => place.attempts.hold(both(), randomUUID())),
      );
      expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
      expect(new Set(waits)).toEqual(new Set([0, 1_000]));
    });

    test('a counter that is closed stays closed when it is cleared or an attempt is released', async () => {
      for (let guess = 0; guess < 5; guess += 1) await guessWrong();
      await place.attempts.clear([network()]);
      await place.attempts.release(both(), 'unknown');
      expect(await place.attempts.waitMs([network()])).toBe(30 * minuteMs);
      place.advance(30 * 60);
      for (let guess = 0; guess < 5; guess += 1) expect(await guessWrong()).toBe(0);
    });

    test('a slot that is released for ever comes back', async () => {
      for (let turn = 0; turn < 30; turn += 1) {
        expect(await place.attempts.hold(both(), `turn ${turn}`)).toBe(0);
        await place.attempts.release(both(), `turn ${turn}`);
      }
      await place.attempts.release(both(), 'turn 0');
      const waits = await Promise.all(
        Array.from({ length: 7 }, () => place.attempts.hold(both(), randomUUID())),
      );
      expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
    });
  });
});

describe('in Redis', () => {
  const createRedisPlace = places[1]?.[1] as () => Place;
  const at = (key: string, budget: Budget) => [{ key, budget }];

  test('a key lives as long as its last slot or penalty, and no longer', async () => {
    const { attempts } = createRedisPlace();
    const key = randomUUID();
    const leftMs = () => redis().pttl(`test:${key}`);
    await attempts.hold(at(key, sliding), 'one');
    expect(await leftMs()).toBeLessThanOrEqual(100_000);
    await attempts.keep(at(key, sliding), 'one');
    expect(await leftMs()).toBeGreaterThan(590_000);
    expect(await leftMs()).toBeLessThanOrEqual(600_000);
    await attempts.release(at(key, sliding), 'one');
    expect(await leftMs()).toBe(-2);
    for (const slot of ['a', 'b', 'c']) await attempts.hold(at(key, doubling), slot);
    expect(await leftMs()).toBeGreaterThan(950_000);
    expect(await leftMs()).toBeLessThanOrEqual(960_000);
    await attempts.clear(at(key, doubling));
    expect(await leftMs()).toBe(-2);
  });

  test('a closed counter leaves nothing behind but its closure', async () => {
    const { attempts } = createRedisPlace();
    const key = randomUUID();
    for (let index = 0; index < 5; index += 1) await attempts.keep(at(key, perNetwork), `id-${index}`);
    await attempts.clear(at(key, perNetwork));
    expect(await redis().zcard(`test:${key}`)).toBe(1);
    expect(await redis().zscore(`test:${key}`, 'shut')).not.toBeNull();
    expect(await redis().pttl(`test:${key}`)).toBeGreaterThan(29 * minuteMs);
  });
});
