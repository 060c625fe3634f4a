import { defineScript, type RedisClient } from '@latchkey/database';
import type { Attempts, Counter } from './attempts.ts';
import { createRedisCalls, isOfCalls } from './redis-calls.ts';

/*
 * KEYS: one sorted set per counter. Its members are slots by the time at which they are free: 'h:' held, 'k:' kept. The
 * member 'shut' is the time at which a penalty ends.
 * ARGV: the time, the slot, and eight numbers per counter, 0 for what its budget does not have.
 */
const prelude = `
local now, slot = tonumber(ARGV[1]), ARGV[2]
local function budget(i)
  local at = 2 + (i - 1) * 8
  local function number(n) return tonumber(ARGV[at + n]) end
  return {
    limit = number(1), window = number(2), held = number(3), held_wait = number(4),
    closed = number(5), first = number(6), longest = number(7), from_first = number(8),
  }
end
-- When a slot is free: at 'own', unless the window of all began with the first slot.
local function free_at(key, its, own)
  local first = its.from_first > 0 and redis.call('zrange', key, 0, 0, 'withscores')[2]
  return first and tonumber(first) or own
end
local function forget_free(key) redis.call('zremrangebyscore', key, '-inf', now) end
-- Without a penalty and a common window, nothing shuts the counter, and no member outlives the newest hold.
local function is_plain(its) return its.closed == 0 and its.first == 0 and its.from_first == 0 end
-- The key expires together with its last member.
local function expire(key)
  local last = redis.call('zrange', key, -1, -1, 'withscores')
  if last[2] then redis.call('pexpire', key, tonumber(last[2]) - now) end
end
local function count(key, prefix)
  local found = 0
  for _, member in ipairs(redis.call('zrange', key, 0, -1)) do
    if string.sub(member, 1, 2) == prefix then found = found + 1 end
  end
  return found
end
local function wait_of(key, its)
  forget_free(key)
  local shut = not is_plain(its) and redis.call('zscore', key, 'shut')
  if shut then return tonumber(shut) - now end
  if its.first > 0 or redis.call('zcard', key) < its.limit then return 0 end
  if its.held_wait > 0 and count(key, 'h:') > 0 then return its.held_wait end
  return tonumber(redis.call('zrange', key, 0, 0, 'withscores')[2]) - now
end
local function longest_wait()
  local wait = 0
  for i, key in ipairs(KEYS) do wait = math.max(wait, wait_of(key, budget(i))) end
  return wait
end
`;

const waitScript = `${prelude} return longest_wait()`;

const holdScript = `${prelude}
local wait = longest_wait()
if wait > 0 then return wait end
for i, key in ipairs(KEYS) do
  local its = budget(i)
  redis.call('zadd', key, free_at(key, its, now + its.held), 'h:' .. slot)
  local slots = redis.call('zcard', key)
  if its.first > 0 and slots >= its.limit then
    local shut = now + math.min(its.first * 2 ^ math.min(slots - its.limit, 30), its.longest)
    for _, member in ipairs(redis.call('zrange', key, 0, -1)) do
      redis.call('zadd', key, shut + its.window, member)
    end
    redis.call('zadd', key, shut, 'shut')
  end
  if is_plain(its) and its.held >= its.window then redis.call('pexpire', key, its.held) else expire(key) end
end
return 0`;

const keepScript = `${prelude}
for i, key in ipairs(KEYS) do
  local its = budget(i)
  local held = redis.call('zscore', key, 'h:' .. slot) or redis.call('zscore', key, 'k:' .. slot) or 0
  local kept = free_at(key, its, math.max(now + its.window, tonumber(held)))
  redis.call('zrem', key, 'h:' .. slot)
  redis.call('zadd', key, kept, 'k:' .. slot)
  forget_free(key)
  if its.closed > 0 and count(key, 'k:') >= its.limit then
    redis.call('del', key)
    redis.call('zadd', key, now + its.closed, 'shut')
  end
  expire(key)
end
return 0`;

const releaseScript = `${prelude}
local left = 0
for i, key in ipairs(KEYS) do
  forget_free(key)
  local removed = redis.call('zrem', key, 'h:' .. slot, 'k:' .. slot)
  if removed > 0 and budget(i).first > 0 then redis.call('zrem', key, 'shut') end
  left = left + redis.call('zcard', key)
end
return left`;

const clearScript = `${prelude}
for i, key in ipairs(KEYS) do
  local shut = budget(i).closed > 0 and redis.call('zscore', key, 'shut')
  redis.call('del', key)
  if shut and tonumber(shut) > now then
    redis.call('zadd', key, shut, 'shut')
    expire(key)
  end
end
return 0`;

/** What the scripts do in Redis, as a probe of readiness tries it. */
export const attemptActs = [
  'zadd 1 a',
  'zcard',
  'zrange 0 -1',
  'zscore a',
  'zrem a',
  'zremrangebyscore -inf 1',
  'pexpire 1000',
  'del',
] as const;

/**
 * Counts in Redis for all replicas, one script for each act. Rejects while Redis is down. `prefix` is put before every
 * key; `now` in milliseconds.
 */
export function createRedisAttempts(
  redis: RedisClient,
  { prefix, now }: { prefix: string; now: () => number },
): Attempts {
  function define(name: string, lua: string) {
    const script = defineScript<number>(redis, { name: `attempts-${name}`, lua });
    return (counters: readonly Counter[], slot: string) =>
      script(
        counters.map(({ key }) => prefix + key),
        now(),
        slot,
        ...counters.flatMap(toNumbers),
      );
  }
  const wait = define('wait', waitScript);
  const hold = define('hold', holdScript);
  const keep = define('keep', keepScript);
  const release = define('release', releaseScript);
  const clear = define('clear', clearScript);
  const calls = createRedisCalls(redis, prefix);
  return {
    waitMs: (counters) => wait(counters, ''),
    hold: (counters, slot) => (isOfCalls(counters) ? calls.take(counters) : hold(counters, slot)),
    keep: async (counters, slot) => void (await keep(counters, slot)),
    release: async (counters, slot) =>
      (await (isOfCalls(counters) ? calls.giveBack(counters) : release(counters, slot))) > 0,
    clear: async (counters) => void (await clear(counters, '')),
  };
}

function toNumbers({ budget }: Counter): number[] {
  const { limit, windowMs, heldMs = windowMs, heldWaitMs = 0, fromFirst = false, penalty } = budget;
  const closedMs = penalty && 'closedMs' in penalty ? penalty.closedMs : 0;
  const doubling = penalty && 'firstWaitMs' in penalty ? penalty : { firstWaitMs: 0, longestWaitMs: 0 };
  const { firstWaitMs, longestWaitMs } = doubling;
  return [limit, windowMs, heldMs, heldWaitMs, closedMs, firstWaitMs, longestWaitMs, fromFirst ? 1 : 0];
}
