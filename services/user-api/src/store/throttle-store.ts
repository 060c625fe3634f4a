import type { RedisClient } from '@latchkey/connections';
import type { ThrottleStore } from '../attempt/budgets.ts';

/**
 * n: attempts that are out or have failed, since: start of the window, wait: no attempt before. Times in ms. Answers
 * the ms to wait, 0 when the attempt was taken.
 */
const take = `
local now, limit, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local first, longest = tonumber(ARGV[4]), tonumber(ARGV[5])
local state = redis.call('HMGET', KEYS[1], 'n', 'since', 'wait')
local n, since, wait = tonumber(state[1] or '0'), tonumber(state[2] or ARGV[1]), tonumber(state[3] or '0')
if wait > now then return wait - now end
if now - math.max(since, wait) >= window then n = 0; since = now end
if n >= limit and first == 0 then return since + window - now end
n = n + 1
wait = 0
if first > 0 and n >= limit then wait = now + math.min(first * 2 ^ math.min(n - limit, 30), longest) end
redis.call('HSET', KEYS[1], 'n', n, 'since', since, 'wait', wait)
redis.call('PEXPIRE', KEYS[1], window + longest)
return 0`;

/** An attempt that is put back never leaves a wait behind that it caused alone. */
const giveBack = `
local n = tonumber(redis.call('HGET', KEYS[1], 'n') or '0')
if n <= 1 then return redis.call('DEL', KEYS[1]) end
return redis.call('HSET', KEYS[1], 'n', n - 1, 'wait', 0)`;

/** Budgets in Redis, each act one script on one key. */
export function createThrottleStore(redis: RedisClient): ThrottleStore {
  return {
    async take(key, budget, nowMs) {
      const { limit, windowSeconds, firstWaitSeconds, longestWaitSeconds } = budget;
      const times = [windowSeconds, firstWaitSeconds, longestWaitSeconds].map((seconds) => seconds * 1000);
      const waitMs = Number(await redis.eval(take, 1, `throttle:${key}`, nowMs, limit, ...times));
      return { allowed: waitMs === 0, retryAfterSeconds: Math.ceil(waitMs / 1000) };
    },
    async giveBack(key) {
      await redis.eval(giveBack, 1, `throttle:${key}`);
    },
    async clear(key) {
      await redis.del(`throttle:${key}`);
    },
  };
}
