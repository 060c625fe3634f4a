import { defineScript, type RedisClient } from '@latchkey/database';
import type { Counter } from './attempts.ts';

/*
 * KEYS: of each counter, how many calls its window has, and how many the window before it had. ARGV: the limit and the
 * window of each, then the time of the call. The earlier calls count as if they had come evenly: by what is left of their
 * window.
 */
const takeScript = `
local taken, wait = redis.call('mget', unpack(KEYS)), 0
for i = 1, #KEYS, 2 do
  local limit, window = tonumber(ARGV[i]), tonumber(ARGV[i + 1])
  local this, last = tonumber(taken[i] or 0), tonumber(taken[i + 1] or 0)
  local room, free = limit - 1 - this, 0
  -- When little enough of the earlier calls is left: in the next window, or in this one.
  if room < 0 then free = 2 * window - (limit - 1) * window / this
  elseif last > 0 then free = window - room * window / last end
  wait = math.max(wait, math.ceil(free - ARGV[#KEYS + 1] % window))
end
if wait > 0 then return wait end
for i = 1, #KEYS, 2 do
  redis.call('set', KEYS[i], tonumber(taken[i] or 0) + 1, 'px', 2 * ARGV[i + 1])
end
return 0`;

const giveBackScript = `
local left = 0
for i = 1, #KEYS, 2 do
  local taken = tonumber(redis.call('get', KEYS[i]) or 0)
  if taken > 0 then redis.call('set', KEYS[i], taken - 1, 'px', 2 * ARGV[i + 1]) end
  left = left + math.max(taken - 1, 0)
end
return left`;

type CallCounter = Counter & { readonly calledAtMs: number };

export function isOfCalls(counters: readonly Counter[]): counters is readonly CallCounter[] {
  return counters[0]?.calledAtMs !== undefined;
}

/** Counts calls in two numbers for each counter, however many they are. */
export function createRedisCalls(redis: RedisClient, prefix: string) {
  function define(name: string, lua: string) {
    const script = defineScript<number>(redis, { name: `attempts-${name}`, lua });
    return (counters: readonly CallCounter[]) => {
      const keys = counters.flatMap(({ key, budget: { windowMs }, calledAtMs }) => {
        const window = Math.floor(calledAtMs / windowMs);
        return [`${prefix}${key}:${window}`, `${prefix}${key}:${window - 1}`];
      });
      const budgets = counters.flatMap(({ budget: { limit, windowMs } }) => [limit, windowMs]);
      return script(keys, ...budgets, counters[0]?.calledAtMs ?? 0);
    };
  }
  /** Takes a place of every counter, or of none: how long to wait until there is one. Gives back to the call's own window. */
  return { take: define('take', takeScript), giveBack: define('give-back', giveBackScript) };
}
