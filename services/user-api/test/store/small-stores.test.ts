import { createOnceMemory, createRedisClient } from '@latchkey/database';
import { createClock, passInRedis, useTestRedis } from '@latchkey/testing';
import type { Tombstones } from '../../src/sessions/session.ts';
import type { ReturnedPayloads } from '../../src/signing-in/attempt/returned-payload.ts';
import { createTombstones } from '../../src/store/sessions/tombstones.ts';
import { createReturnedPayloadStore } from '../../src/store/signing-in/returned-payload-store.ts';
import { makeAccount } from '../setup/accounts.ts';
import { createMemoryReturnedPayloads, createMemoryTombstones } from '../setup/memory-stores.ts';
import { startMs } from '../setup/signer.ts';
import { database, keepRows } from '../setup/test-database.ts';
import { insertAccount } from './rows.ts';

keepRows();
const redis = useTestRedis({ keyPrefix: 'user-api:' });
const account = makeAccount({ email: 'small@example.test' });
beforeAll(() => insertAccount(database, account));

/** Lets time pass for what is stored: by the clock of the memory store, or by shortening the life of a key in Redis. */
type Pass = (key: string, seconds: number) => Promise<void>;

function inMemory<Store>(make: (now: () => number) => Store): { store: Store; pass: Pass } {
  const clock = createClock(startMs);
  return { store: make(clock.now), pass: async (_key, seconds) => clock.advance(seconds) };
}

describe.each<[string, () => { store: Tombstones; pass: Pass }]>([
  ['in memory', () => inMemory(createMemoryTombstones)],
  [
    'in Redis',
    () => ({
      store: createTombstones(redis(), () => undefined),
      pass: (key, seconds) => passInRedis(redis(), `tombstone:${key}`, seconds),
    }),
  ],
])('the tombstones %s', (_place, makePlace) => {
  test('has what was added, for as long as a token lives, and not for ever', async () => {
    const { store, pass } = makePlace();
    const one = crypto.randomUUID();
    await store.add(one);
    await pass(one, 900);
    expect(await store.has(one)).toBe(true);
    expect(await store.has(crypto.randomUUID())).toBe(false);
    await pass(one, 24 * 3600);
    expect(await store.has(one)).toBe(false);
  });
});

test('without Redis no tombstone is found and none is missed; the replay memory refuses', async () => {
  const lost = createRedisClient('redis://127.0.0.1:1', { isCluster: false, onError: () => undefined });
  lost.disconnect();
  const failures: unknown[] = [];
  const tombstones = createTombstones(lost, (error) => failures.push(error));
  await tombstones.add('session');
  expect(await tombstones.has('session')).toBe(false);
  expect(failures).toHaveLength(2);
  await expect(createOnceMemory(lost, 'once:').remember('key', 60)).rejects.toThrow('Connection is closed');
});

describe.each<[string, () => { store: ReturnedPayloads; pass: Pass }]>([
  ['in memory', () => inMemory(createMemoryReturnedPayloads)],
  [
    'in Redis',
    () => ({
      store: createReturnedPayloadStore(redis()),
      pass: (key, seconds) => passInRedis(redis(), `returned-payload:${key}`, seconds),
    }),
  ],
])('the returned payloads %s', (_place, makePlace) => {
  test('gives a payload to one of 10 callers, and to nobody later', async () => {
    const { store } = makePlace();
    const name = crypto.randomUUID();
    await store.keep(name, 'sealed', 60);
    const taken = await Promise.all(Array.from({ length: 10 }, () => store.take(name)));
    expect(taken.filter((sealed) => sealed !== undefined)).toEqual(['sealed']);
    expect(await store.take(name)).toBeUndefined();
  });

  test('keeps a payload until its time ends', async () => {
    const { store, pass } = makePlace();
    const [one, two] = [crypto.randomUUID(), crypto.randomUUID()];
    for (const name of [one, two]) await store.keep(name, 'sealed', 60);
    await pass(one, 59);
    expect(await store.take(one)).toBe('sealed');
    await pass(two, 60);
    expect(await store.take(two)).toBeUndefined();
  });
});
