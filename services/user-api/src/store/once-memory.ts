import type { Redis } from 'ioredis';
import type { OnceMemory } from '../once/once-memory.ts';

/** The memory in Redis; while Redis is gone it rejects, so that nothing counts twice. */
export function createOnceMemory(redis: Redis): OnceMemory {
  return {
    remember: async (key, ttlSeconds) =>
      (await redis.set(`once:${key}`, '1', 'EX', ttlSeconds, 'NX')) === 'OK',
  };
}
