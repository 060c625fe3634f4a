import type { RedisClient } from '@latchkey/database';
import { Redis } from 'ioredis';
import { readTestUrl } from './test-run.ts';

interface TestRedis {
  url: string;
  close: () => Promise<void>;
}

async function withRedis<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 1 });
  // The rejected command carries the reason; without a listener ioredis prints it as well.
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}

/** Gives out the numbers 1, 2, … in turn; 0 holds the counter. A server with few databases gives them out again. */
async function takeDatabaseNumber(redis: Redis): Promise<number> {
  const [, databases = '16'] = await redis.config('GET', 'databases');
  const turn = await redis.incr('latchkey:test:databases');
  return (turn % (Number(databases) - 1)) + 1;
}

/**
 * An empty logical database of its own for a test, on the server of TEST_REDIS_URL; its number is in the URL.
 * Throws a sentence when TEST_REDIS_URL is missing.
 */
export async function createTestRedis(): Promise<TestRedis> {
  const url = new URL(readTestUrl('TEST_REDIS_URL'));
  url.pathname = `/${await withRedis(url.href, takeDatabaseNumber)}`;
  const empty = async (): Promise<void> => {
    await withRedis(url.href, (redis) => redis.flushdb());
  };
  await empty();
  return { url: url.href, close: empty };
}

/**
 * A client of the Redis database of a test file, which is empty at first. Call this at the top of a module: the client
 * is disconnected, and the database emptied, when the file is done.
 */
export async function openTestRedis(): Promise<Redis> {
  const { url, close } = await createTestRedis();
  const redis = new Redis(url);
  afterAll(async () => {
    redis.disconnect();
    await close();
  });
  return redis;
}

/** Shortens what is left of a key's life in Redis, as if the seconds had passed. A key that never expires stays. */
export async function passInRedis(redis: RedisClient, key: string, seconds: number): Promise<void> {
  const leftMs = await redis.pttl(key);
  if (leftMs >= 0) await redis.pexpire(key, Math.max(0, leftMs - seconds * 1000));
}
