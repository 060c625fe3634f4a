import type { RedisClient } from '@latchkey/connections';
import { lookUpMs, type GuessSlots } from '../sign-in/guess-slots.ts';
import { createScript } from './run-script.ts';

export interface GuessLimits {
  readonly slots: number;
  readonly windowSeconds: number;
}

const guessKey = (key: string) => `sso:guess:${key}`;

/** Slots in Redis: a sorted set per key, and one script on it for each act. */
export function createGuessSlots(redis: RedisClient, { slots, windowSeconds }: GuessLimits): GuessSlots {
  const hold = createScript(redis, 'guess-hold.lua');
  const keep = createScript(redis, 'guess-keep.lua');
  const windowMs = windowSeconds * 1000;
  return {
    async hold(key, lookUpId, nowMs) {
      const waitMs = Number(await hold(guessKey(key), nowMs, lookUpId, slots, lookUpMs, windowMs));
      return waitMs === 0 ? undefined : waitMs;
    },
    keep: async (key, lookUpId, nowMs) => void (await keep(guessKey(key), nowMs, lookUpId, windowMs)),
    release: async (key, lookUpId) => void (await redis.zrem(guessKey(key), lookUpId)),
  };
}
