import { randomUUID } from 'node:crypto';
import { createTestRedis } from '@latchkey/testing';
import { Redis } from 'ioredis';
import { lookUpMs, type GuessSlots } from '../../src/sign-in/guess-slots.ts';
import { createGuessSlots } from '../../src/store/guess-slots.ts';
import { startMs } from '../device-request.ts';
import { createMemoryGuessSlots } from '../memory/guess-slots.ts';

const limits = { slots: 5, windowSeconds: 600 };
const windowMs = 600_000;

let redis: Redis;
let closeRedis: () => Promise<void>;

beforeAll(async () => {
  const test = await createTestRedis();
  redis = new Redis(test.url);
  closeRedis = test.close;
});

afterAll(async () => {
  redis.disconnect();
  await closeRedis();
});

const stores: [string, () => GuessSlots][] = [
  ['memory', () => createMemoryGuessSlots(limits)],
  ['Redis', () => createGuessSlots(redis, limits)],
];

describe.each(stores)('guess slots in %s', (_name, createStore) => {
  function open() {
    const store = createStore();
    const key = `network:${randomUUID()}`;
    const hold = (id: string, atMs = 0) => store.hold(key, id, startMs + atMs);
    const keep = (id: string, atMs = 0) => store.keep(key, id, startMs + atMs);
    return { store, key, hold, keep, release: (id: string) => store.release(key, id) };
  }

  test('of many at once as many hold one as there are slots; the others hear when one is free', async () => {
    const { hold } = open();
    const waits = await Promise.all(Array.from({ length: 50 }, (_, index) => hold(`id-${index}`)));
    expect(waits.filter((wait) => wait === undefined)).toHaveLength(5);
    expect(new Set(waits)).toEqual(new Set([undefined, lookUpMs]));
  });

  test('keys do not touch each other', async () => {
    const { hold, store } = open();
    for (let index = 0; index < 5; index += 1) await hold(`id-${index}`);
    expect(await store.hold(`browser:${randomUUID()}`, 'id', startMs)).toBeUndefined();
  });

  test('a released slot is free at once, and one release frees one', async () => {
    const { hold, release } = open();
    for (let index = 0; index < 5; index += 1) await hold(`id-${index}`);
    await release('id-0');
    await release('id-0');
    await release('unknown');
    expect(await hold('id-5')).toBeUndefined();
    expect(await hold('id-6')).toBe(lookUpMs);
  });

  test('a kept slot is free after a window from then; the window slides', async () => {
    const { hold, keep } = open();
    for (let index = 0; index < 5; index += 1) {
      await hold(`id-${index}`, index * 1000);
      await keep(`id-${index}`, index * 1000);
    }
    expect(await hold('late', 5_000)).toBe(windowMs - 5_000);
    expect(await hold('late', windowMs - 1)).toBe(1);
    expect(await hold('late', windowMs)).toBeUndefined();
    expect(await hold('later', windowMs)).toBe(1_000);
  });

  test('a slot that was held and forgotten is free after the longest look-up', async () => {
    const { hold } = open();
    for (let index = 0; index < 5; index += 1) await hold(`id-${index}`);
    expect(await hold('next', lookUpMs - 1)).toBe(1);
    expect(await hold('next', lookUpMs)).toBeUndefined();
  });

  test('one that is kept too late counts all the same', async () => {
    const { hold, keep } = open();
    for (let index = 0; index < 5; index += 1) await hold(`id-${index}`);
    for (let index = 0; index < 5; index += 1) await keep(`id-${index}`, lookUpMs + 1);
    expect(await hold('next', lookUpMs + 2)).toBe(windowMs - 1);
  });
});

test('slots leave nothing behind in Redis', async () => {
  const store = createGuessSlots(redis, limits);
  await store.hold('network:a', 'id', startMs);
  expect(await redis.pttl('sso:guess:network:a')).toBeGreaterThan(windowMs);
  await store.keep('network:a', 'id', startMs);
  expect(await redis.pttl('sso:guess:network:a')).toBeGreaterThan(windowMs - 10_000);
  expect(await redis.pttl('sso:guess:network:a')).toBeLessThanOrEqual(windowMs);
  await store.release('network:a', 'id');
  expect(await redis.exists('sso:guess:network:a')).toBe(0);
});
