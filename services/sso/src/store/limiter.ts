import type { RedisClient } from '@latchkey/connections';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limiter } from '../limit/limiter.ts';

const minuteSeconds = 60;

/** Counts requests per key in Redis, `perMinute` of them in a minute. */
export function createLimiter(redis: RedisClient, name: string, perMinute: number): Limiter {
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `sso:limit:${name}`,
    points: perMinute,
    duration: minuteSeconds,
  });
  return {
    async take(key) {
      try {
        await limiter.consume(key);
        return undefined;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return Math.ceil(refusal.msBeforeNext / 1000);
        throw refusal;
      }
    },
  };
}
