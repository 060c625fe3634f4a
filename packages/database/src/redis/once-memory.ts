import { LRUCache } from 'lru-cache';
import type { RedisClient } from './redis-client.ts';

/** Remembers what may not come twice, such as DPoP proofs and one-time payloads. */
export interface OnceMemory {
  /** Remembers `key` for that many seconds. False when it is remembered already: it is true for one of many callers. */
  remember(key: string, ttlSeconds: number): Promise<boolean>;
  /** Lets `key` come once more. True when it was remembered, for one of many callers. */
  forget(key: string): Promise<boolean>;
}

/** What the memory does in Redis, as a probe of readiness tries it. */
export const onceMemoryActs = ['set 1 ex 1 nx', 'del'] as const;

/** Remembers in Redis, in one conditional write. Rejects while Redis is down, so that nothing counts twice. */
export function createOnceMemory(redis: RedisClient, prefix: string): OnceMemory {
  return {
    remember: async (key, ttlSeconds) =>
      (await redis.set(`${prefix}${key}`, '1', 'EX', ttlSeconds, 'NX')) === 'OK',
    forget: async (key) => (await redis.del(`${prefix}${key}`)) > 0,
  };
}

/**
 * Remembers in this process, for a service without Redis and for tests. Beyond `maxKeys` the least recent key is
 * forgotten. `now` in milliseconds.
 */
export function createProcessOnceMemory({
  now,
  maxKeys = 100_000,
}: {
  now: () => number;
  maxKeys?: number;
}): OnceMemory {
  // The end is the value: the cache's own `ttl` never ends for a clock at 0, and ends a millisecond late.
  // `maxSize` takes room as it fills; `max` would take all of it at once.
  const untilMs = new LRUCache<string, number>({ maxSize: maxKeys, sizeCalculation: () => 1 });
  return {
    async remember(key, ttlSeconds) {
      if (now() < (untilMs.peek(key) ?? Number.NEGATIVE_INFINITY)) return false;
      untilMs.set(key, now() + ttlSeconds * 1000);
      return true;
    },
    async forget(key) {
      const isThere = now() < (untilMs.peek(key) ?? Number.NEGATIVE_INFINITY);
      untilMs.delete(key);
      return isThere;
    },
  };
}
