import { randomUUID } from 'node:crypto';
import { createClock, useTestRedis } from '@latchkey/testing';
import { createOnceMemory, createProcessOnceMemory, type OnceMemory } from '../src/redis/once-memory.ts';
import { createRedisClient } from '../src/redis/redis-client.ts';

interface Place {
  readonly memory: OnceMemory;
  readonly pass: (key: string, seconds: number) => Promise<unknown>;
}

const redis = useTestRedis();

const places: [string, () => Place][] = [
  [
    'in Redis',
    () => ({
      memory: createOnceMemory(redis(), 'once:'),
      pass: async (key, seconds) => {
        const leftMs = await redis().pttl(`once:${key}`);
        return seconds * 1000 < leftMs
          ? redis().pexpire(`once:${key}`, leftMs - seconds * 1000)
          : redis().del(`once:${key}`);
      },
    }),
  ],
  [
    'in the process',
    () => {
      const clock = createClock(0);
      const pass = async (_key: string, seconds: number) => clock.advance(seconds);
      return { memory: createProcessOnceMemory({ now: clock.now }), pass };
    },
  ],
];

describe.each(places)('a once-memory %s', (_name, createPlace) => {
  const key = () => randomUUID();

  test('of 50 callers with the same key one gets true', async () => {
    const { memory } = createPlace();
    const same = key();
    const answers = await Promise.all(Array.from({ length: 50 }, () => memory.remember(same, 60)));
    expect(answers.filter(Boolean)).toHaveLength(1);
  });

  test('a key is refused until its time ends, and accepted after it', async () => {
    const { memory, pass } = createPlace();
    const one = key();
    expect(await memory.remember(one, 60)).toBe(true);
    await pass(one, 59);
    expect(await memory.remember(one, 600)).toBe(false);
    await pass(one, 1);
    expect(await memory.remember(one, 60)).toBe(true);
  });

  test('a key that is forgotten may come once more', async () => {
    const { memory } = createPlace();
    const [one, other] = [key(), key()];
    for (const each of [one, other]) await memory.remember(each, 60);
    await memory.forget(one);
    expect(await memory.remember(one, 60)).toBe(true);
    expect(await memory.remember(one, 60)).toBe(false);
    expect(await memory.remember(other, 60)).toBe(false);
  });

  test('keys do not touch each other', async () => {
    const { memory } = createPlace();
    expect(await Promise.all([memory.remember(key(), 60), memory.remember(key(), 60)])).toEqual([true, true]);
  });
});

test('two prefixes on one Redis are two memories', async () => {
  const same = randomUUID();
  const memories = ['a:', 'b:'].map((prefix) => createOnceMemory(redis(), prefix));
  expect(await Promise.all(memories.map((memory) => memory.remember(same, 60)))).toEqual([true, true]);
});

test('while Redis is down it rejects, so that nothing counts twice', async () => {
  const away = createRedisClient('redis://127.0.0.1:1', {
    isCluster: false,
    waits: false,
    onError: () => undefined,
  });
  await expect(createOnceMemory(away, 'once:').remember('key', 60)).rejects.toThrow('enableOfflineQueue');
  away.disconnect();
});

test('the process forgets the least recent key beyond its bound', async () => {
  const memory = createProcessOnceMemory({ now: () => 0, maxKeys: 2 });
  for (const key of ['a', 'b', 'c']) await memory.remember(key, 60);
  expect(await memory.remember('c', 60)).toBe(false);
  expect(await memory.remember('b', 60)).toBe(false);
  expect(await memory.remember('a', 60)).toBe(true);
});
