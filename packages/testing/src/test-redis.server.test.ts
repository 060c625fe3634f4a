import { Redis } from 'ioredis';
import { createTestRedis } from './test-redis.ts';

async function ask<T>(url: string, question: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url);
  try {
    return await question(redis);
  } finally {
    redis.disconnect();
  }
}

describe('createTestRedis', () => {
  test('without a server, a sentence says how to get one', async () => {
    const kept = process.env['TEST_REDIS_URL'];
    delete process.env['TEST_REDIS_URL'];
    try {
      await expect(createTestRedis()).rejects.toThrow(
        'TEST_REDIS_URL is not set: run the tests with "npm test", which starts a server for them.',
      );
    } finally {
      process.env['TEST_REDIS_URL'] = kept;
    }
  });

  test('what one test writes another does not see, and close empties it', async () => {
    const [first, second] = await Promise.all([createTestRedis(), createTestRedis()]);
    await ask(first.url, (redis) => redis.set('key', 'value'));
    expect(await ask(first.url, (redis) => redis.get('key'))).toBe('value');
    expect(await ask(second.url, (redis) => redis.get('key'))).toBeNull();
    await first.close();
    expect(await ask(first.url, (redis) => redis.dbsize())).toBe(0);
  });
});
