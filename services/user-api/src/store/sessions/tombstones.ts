import type { RedisClient } from '@latchkey/database';
import { tombstoneSeconds, type Tombstones } from '../../sessions/session.ts';

/** Tombstones in Redis. While it is down, none is found and none is set. Source: contract part 2 "Guarded routes". */
export function createTombstones(redis: RedisClient, onLost: (error: unknown) => void): Tombstones {
  const key = (id: string) => `tombstone:${id}`;
  return {
    add: async (id) => void (await redis.set(key(id), '1', 'EX', tombstoneSeconds).catch(onLost)),
    has: async (id) => (await redis.exists(key(id)).catch(onLost)) === 1,
  };
}
