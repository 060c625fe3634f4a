import type { RedisClient } from '@latchkey/connections';
import { attemptLimits as limits, type AttemptPlace, type Attempts } from '../attempts/attempts.ts';

/*
 * KEYS: counter of the network, counter of the drop, closure of the network; all of one hash slot.
 * ARGV: slots per network, slots per drop, window, closure, wait while guesses are judged (milliseconds).
 */
const wait = `
local closed = redis.call('pttl', KEYS[3])
if closed > 0 then return closed end
if tonumber(redis.call('hget', KEYS[1], 'slots') or 0) >= tonumber(ARGV[1]) then return tonumber(ARGV[5]) end
if tonumber(redis.call('hget', KEYS[2], 'slots') or 0) >= tonumber(ARGV[2]) then return redis.call('pttl', KEYS[2]) end
`;
const takeScript = `${wait}
for i = 1, 2 do
  if redis.call('hincrby', KEYS[i], 'slots', 1) == 1 then redis.call('pexpire', KEYS[i], ARGV[3]) end
end
return 0`;
const waitScript = `${wait} return 0`;
const wrongScript = `
local wrong = redis.call('hincrby', KEYS[1], 'wrong', 1)
if redis.call('pttl', KEYS[1]) < 0 then redis.call('pexpire', KEYS[1], ARGV[3]) end
if wrong >= tonumber(ARGV[1]) then
  redis.call('set', KEYS[3], 1, 'px', ARGV[4])
  redis.call('del', KEYS[1])
end
return 0`;
const giveBackScript = `
for i = 1, 2 do
  if tonumber(redis.call('hget', KEYS[i], 'slots') or 0) > 0 then redis.call('hincrby', KEYS[i], 'slots', -1) end
end
return 0`;
const clearScript = `
redis.call('del', KEYS[1])
if ARGV[6] == '1' and tonumber(redis.call('hget', KEYS[2], 'slots') or 0) > 0 then
  redis.call('hincrby', KEYS[2], 'slots', -1)
end
return 0`;

/** Counts in Redis, one script an act. Rejects when Redis is gone. */
export function createRedisAttempts(redis: RedisClient): Attempts {
  const run = async (script: string, place: AttemptPlace, slot = false): Promise<number> => {
    const { perNetwork, perDrop, windowMs, closedMs, inFlightMs } = limits;
    const settings = [perNetwork, perDrop, windowMs, closedMs, inFlightMs, slot ? 1 : 0];
    return Number(await redis.eval(script, 3, ...keysOf(place), ...settings));
  };
  return {
    waitMs: (place) => run(waitScript, place),
    take: (place) => run(takeScript, place),
    confirmWrong: async (place) => void (await run(wrongScript, place)),
    giveBack: async (place) => void (await run(giveBackScript, place)),
    clear: async (place, slot) => void (await run(clearScript, place, slot)),
  };
}

function keysOf({ dropId, network }: AttemptPlace): [string, string, string] {
  const drop = `drop:attempts:{${dropId}}`;
  return [`${drop}:${network}`, drop, `${drop}:${network}:closed`];
}
