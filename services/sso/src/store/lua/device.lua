-- Opens every device script. KEYS[1] is the record, ARGV[1] the caller's time in milliseconds.
local key, now = KEYS[1], tonumber(ARGV[1])
local day = 86400000
local fields = redis.call('HMGET', key, 'state', 'failure', 'expires_at', 'claimed_until', 'bound', 'claim')
local state, failure, bound, claim = fields[1], fields[2], fields[5], tonumber(fields[6] or 0)
local expires_at = tonumber(fields[3]) or 0 -- An unreadable expiry counts as over.
local claimed = state == 'approved_waiting_pickup' and tonumber(fields[4] or 0) > now
local overdue = (state == 'pending' or state == 'approved_waiting_pickup')
  and not claimed and not (now < expires_at)
if overdue then state = 'expired' end
if not state then state = 'unknown' end

local function move(won) return { won and 1 or 0, state, failure or '' } end

-- A decided record keeps its answer for a day.
local function finish(final, ...)
  state = final
  redis.call('HSET', key, 'state', final, ...)
  redis.call('PEXPIRE', key, day)
end

local function fail(reason)
  failure = reason
  finish('failed', 'failure', reason, 'failed_at', now)
end

-- True when the code is not bound to another account.
local function fits(account) return not bound or bound == account end
