import type { RedisClient } from '@latchkey/database';
import { createClock, useTestRedis } from '@latchkey/testing';
import type { Attempts } from '../src/attempts.ts';
import { createProcessAttempts } from '../src/process-attempts.ts';
import { createRedisAttempts } from '../src/redis-attempts.ts';

const startMs = Date.UTC(2026, 10, 22);

/** An implementation on a clock of its own. */
export interface Place {
  readonly attempts: Attempts;
  readonly now: () => number;
  readonly advance: (seconds: number) => void;
}

/** Both implementations; call it at the top of a describe block or a file. */
export function usePlaces(): { redis: () => RedisClient; places: [string, () => Place][] } {
  const redis = useTestRedis();
  return {
    redis,
    places: [
      ['in the process', () => createPlace((now) => createProcessAttempts({ now }))],
      ['in Redis', () => createPlace((now) => createRedisAttempts(redis(), { prefix: 'test:', now }))],
    ],
  };
}

function createPlace(create: (now: () => number) => Attempts): Place {
  const { now, advance } = createClock(startMs);
  return { attempts: create(now), now, advance };
}
