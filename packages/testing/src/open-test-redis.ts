import { Redis } from 'ioredis';
import { createTestRedis } from './test-redis.ts';

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
