import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { CodeGuesses } from '../sign-on/code-guesses.ts';
import type { RedisClient } from './run-script.ts';

/** Guesses at user codes, counted in Redis per network and per browser. */
export function createRedisCodeGuesses(
  redis: RedisClient,
  limit: { guesses: number; windowSeconds: number },
): CodeGuesses {
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: 'code-guess',
    points: limit.guesses,
    duration: limit.windowSeconds,
  });
  const keysOf = (network: string, browser: string | undefined) => {
    return [`network:${network}`, ...(browser === undefined ? [] : [`browser:${browser}`])];
  };
  return {
    async take(network, browser) {
      const results = await Promise.allSettled(keysOf(network, browser).map((key) => limiter.consume(key)));
      const waits = results
        .filter((result) => result.status === 'rejected')
        .map(({ reason }) => waitOf(reason));
      return waits.length === 0 ? undefined : Math.max(...waits);
    },
    async giveBack(network, browser) {
      await Promise.all(keysOf(network, browser).map((key) => limiter.reward(key)));
    },
  };
}

/** A refusal says how long to wait; anything else that is thrown is a fault of Redis. */
function waitOf(reason: unknown): number {
  if (reason instanceof RateLimiterRes) return Math.ceil(reason.msBeforeNext / 1000);
  throw reason;
}
