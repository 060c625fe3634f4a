import type { RedisClient } from '@latchkey/database';
import { tombstoneSeconds, type Tombstones } from '../session/session.ts';

/** Other commands wait behind as many at most. */
const batch = 1_000;

/**
 * Tombstones in Redis. They refuse a token before PostgreSQL is asked, which decides. While Redis is down, none is
 * found and none is set. Source: contract part 2 "Guarded routes".
 */
export function createTombstones(redis: RedisClient, onLost: (error: unknown) => void): Tombstones {
  const key = (sessionId: string) => `tombstone:${sessionId}`;
  return {
    async add(sessionIds) {
      try {
        for (let start = 0; start < sessionIds.length; start += batch) {
          const ids = sessionIds.slice(start, start + batch);
          await Promise.all(ids.map((id) => redis.set(key(id), '1', 'EX', tombstoneSeconds)));
        }
      } catch (error) {
        onLost(error);
      }
    },
    async has(sessionId) {
      try {
        return (await redis.exists(key(sessionId))) === 1;
      } catch (error) {
        onLost(error);
        return false;
      }
    },
  };
}
