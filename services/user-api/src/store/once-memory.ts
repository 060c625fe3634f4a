import type { RedisClient } from '@latchkey/connections';
import type { OnceMemory } from '../attempt/payload.ts';

/** The memory in Redis; while Redis is gone it rejects, so that nothing counts twice. */
export function createOnceMemory(redis: RedisClient): OnceMemory {
  return {
    remember: async (key, ttlSeconds) =>
      (await redis.set(`once:${key}`, '1', 'EX', ttlSeconds, 'NX')) === 'OK',
  };
}
