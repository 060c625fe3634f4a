import type { RedisClient } from '@latchkey/database';
import type { ReturnedPayloads } from '../../signing-in/attempt/returned-payload.ts';

/** Returned payloads in Redis. Source: contract part 2 "Order". */
export function createReturnedPayloadStore(redis: RedisClient): ReturnedPayloads {
  const key = (name: string) => `returned-payload:${name}`;
  return {
    async keep(name, sealed, ttlSeconds) {
      await redis.set(key(name), sealed, 'EX', ttlSeconds);
    },
    take: async (name) => (await redis.getdel(key(name))) ?? undefined,
  };
}
