import { networkOf } from '@latchkey/request-parser';
import { useTestRedis } from '@latchkey/testing';
import { createThrottle, type Budget, type ThrottleStore } from '../../src/attempt/budgets.ts';
import { createThrottleStore } from '../../src/store/throttle-store.ts';
import { createMemoryThrottle } from '../memory/memory-throttle.ts';
import { createPeopledWorld } from '../world/requests.ts';
import { startMs } from '../world/signer.ts';
import { passInRedis } from './pass-in-redis.ts';

const redis = useTestRedis({ keyPrefix: 'user-api:' });
const places: [string, () => ThrottleStore][] = [
  ['in memory', () => createMemoryThrottle()],
  ['in Redis', () => createThrottleStore(redis())],
];
const fixed: Budget = { limit: 3, windowSeconds: 60, firstWaitSeconds: 0, longestWaitSeconds: 60 };
const doubling: Budget = { limit: 3, windowSeconds: 900, firstWaitSeconds: 60, longestWaitSeconds: 200 };
const taken = { allowed: true, retryAfterSeconds: 0 };
const wait = (retryAfterSeconds: number) => ({ allowed: false, retryAfterSeconds });

describe.each(places)('the throttle store %s', (_place, makeStore) => {
  let store: ThrottleStore;
  let key: string;
  beforeEach(() => {
    store = makeStore();
    key = crypto.randomUUID();
  });
  const take = (budget: Budget, seconds: number) => store.take(key, budget, startMs + seconds * 1000);
  async function takeAll(budget: Budget, seconds = 0): Promise<void> {
    for (let attempt = 0; attempt < budget.limit; attempt += 1)
      expect(await take(budget, seconds)).toEqual(taken);
  }

  test('a fixed window lets its limit through and then waits for its end', async () => {
    await takeAll(fixed);
    expect(await take(fixed, 10)).toEqual(wait(50));
    expect(await take(fixed, 59.5)).toEqual(wait(1));
    await takeAll(fixed, 60);
    expect(await take(fixed, 60)).toEqual(wait(60));
  });

  test('what is given back can be taken again', async () => {
    await takeAll(fixed);
    await store.giveBack(key);
    expect(await take(fixed, 1)).toEqual(taken);
    expect(await take(fixed, 1)).toEqual(wait(59));
  });

  test('giving back the only one, or one that nobody took, leaves nothing behind', async () => {
    await store.giveBack(key);
    await takeAll(fixed);
    await store.clear(key);
    await take(fixed, 0);
    await store.giveBack(key);
    await takeAll(fixed, 59);
    expect(await take(fixed, 60)).toEqual(wait(59));
  });

  test('a doubling wait lets one through at a time', async () => {
    await takeAll(doubling);
    expect(await take(doubling, 0)).toEqual(wait(60));
    expect(await take(doubling, 60)).toEqual(taken);
    expect(await take(doubling, 60)).toEqual(wait(120));
    expect(await take(doubling, 180)).toEqual(taken);
    expect(await take(doubling, 180)).toEqual(wait(200));
    expect(await take(doubling, 380)).toEqual(taken);
    expect(await take(doubling, 380)).toEqual(wait(200));
  });

  test('a doubling wait is forgotten after a quiet window', async () => {
    await takeAll(doubling);
    expect(await take(doubling, 959)).toEqual(taken);
    expect(await take(doubling, 959)).toEqual(wait(120));
    await store.clear(key);
    await takeAll(doubling, 1000);
    await takeAll(doubling, 1960);
  });

  test('giving back lifts the wait, clearing forgets all', async () => {
    await takeAll(doubling);
    await store.giveBack(key);
    expect(await take(doubling, 1)).toEqual(taken);
    expect(await take(doubling, 1)).toEqual(wait(60));
    await store.clear(key);
    await takeAll(doubling, 1);
  });

  test('of 100 parallel attempts no more than the limit is let through', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => take(doubling, 0)));
    expect(answers.filter(({ allowed }) => allowed)).toHaveLength(3);
  });
});

test('Redis keeps a counter until its longest wait and a quiet window have passed, and not for ever', async () => {
  const store = createThrottleStore(redis());
  const key = crypto.randomUUID();
  const take = (seconds: number) => store.take(key, doubling, startMs + seconds * 1000);
  for (const seconds of [0, 0, 0, 60, 180]) await take(seconds);
  await passInRedis(redis(), `throttle:${key}`, 1050);
  expect(await take(1230)).toEqual(taken);
  expect(await take(1230)).toEqual(wait(200));
  await passInRedis(redis(), `throttle:${key}`, 24 * 3600);
  expect(await redis().exists(`throttle:${key}`)).toBe(0);
});

describe('two replicas on one Redis', () => {
  async function startReplicas() {
    const replicas = [await createPeopledWorld(), await createPeopledWorld()];
    const store = createThrottleStore(redis());
    const hmacKey = Buffer.from(crypto.randomUUID());
    for (const { world } of replicas)
      world.context.throttle = createThrottle({ store, hmacKey, networkOf, now: world.clock.now });
    return replicas;
  }

  test('no more than the budget is hashed of 100 parallel wrong guesses', async () => {
    const replicas = await startReplicas();
    const guesses = Array.from({ length: 50 }, () =>
      replicas.map(({ send }) => send('/auth/user/login', { 'auth.pass': 'wrong' })),
    ).flat();
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(90);
    expect(replicas.map(({ world }) => world.hash.verified).flat()).toHaveLength(10);
  });

  test('what is stored names no person and no address', async () => {
    const [replica] = await startReplicas();
    await replica?.send('/auth/user/login', { 'auth.pass': 'wrong' });
    await replica?.send('/auth/user/login', { 'auth.user': 'nobody@example.test' });
    // Not the keys of the other tests here, which are random.
    const stored = (await redis().keys('*throttle:*:*')).join(' ');
    expect(stored).toMatch(/throttle:accountAndNetwork:/);
    expect(stored).not.toMatch(/@|nobody|11111111|192[.]0[.]2/);
  });
});
