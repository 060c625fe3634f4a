-- One act on an authorization. KEYS[1] is its record. ARGV: the caller's time in milliseconds, the act, what it needs.
local key, now, act, given, other, road = KEYS[1], tonumber(ARGV[1]), ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local number, approval = ARGV[6], ARGV[7]
local day, tolerance_ms, step, longest, most_wrong_numbers = 86400000, 500, 5, 30, 2
local fields = redis.call('HMGET', key, 'state', 'failure', 'expires_at', 'claimed_until', 'bound', 'claim',
  'client_id', 'redeemed_at', 'polls', 'interval', 'polled_at', 'grown_at', 'held', 'number', 'road')
local state, failure, bound, claim = fields[1] or 'unknown', fields[2], fields[5], tonumber(fields[6] or 0)
local held = fields[13]
local expires_at = tonumber(fields[3]) or 0 -- An unreadable expiry counts as over.
local waits = state == 'approved_waiting_pickup'
local claimed = waits and tonumber(fields[4] or 0) > now
local overdue = (state == 'pending' or waits) and not claimed and not (now < expires_at)
-- A holder that has completed and then delivered nothing gives the code back as well.
if act == 'release' then
  if claim ~= tonumber(given) or not (waits or state == 'redeemed') then return 0 end
  redis.call('HDEL', key, 'redeemed_at')
  return redis.call('HSET', key, 'state', 'approved_waiting_pickup', 'claimed_until', 0)
end
if overdue then state, waits = 'expired', false end

local function move(won) return { won and 1 or 0, state, failure or '' } end
-- What a poll found, as JSON; with the record where it is given 'record'.
local function say(found, with)
  if with then
    local flat = redis.call('HGETALL', key)
    found.record = {}
    for at = 1, #flat, 2 do found.record[flat[at]] = flat[at + 1] end
  end
  return cjson.encode(found)
end
-- Redis has one clock for all replicas: the age of a redemption does not depend on theirs.
local function clock()
  local seconds, micros = unpack(redis.call('TIME'))
  return math.floor(seconds * 1000 + micros / 1000)
end
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

local function approve(approval)
  state, waits = 'approved_waiting_pickup', true
  redis.call('HSET', key, 'state', state, 'approval', approval)
  -- The record was to end soon after its code; now that it is decided, it stays a day longer than its code.
  redis.call('PEXPIRE', key, math.max(expires_at - now, 0) + day)
end

-- By the account that is given, unless the code is bound to another one.
if act == 'bind' or act == 'approve' or act == 'hold' or act == 'deny' then
  if state ~= 'pending' or (bound and bound ~= given) then return move(false) end
  -- What waits for its number was approved, and can only be denied.
  if held and act ~= 'deny' then return move(false) end
  redis.call('HSET', key, 'bound', given)
  if act == 'deny' then fail('denied') end
  if act == 'approve' then approve(other) end
  if act == 'hold' then redis.call('HSET', key, 'held', other, 'number', number) end
  return move(true)
elseif act == 'wrong_password' then
  if state ~= 'pending' or held then return move(false) end
  if redis.call('HINCRBY', key, 'wrong_passwords', 1) >= tonumber(given) then fail('attempts') end
  return move(true)
elseif act == 'revoke' then
  if claimed or not (waits or state == 'pending') then return move(false) end
  fail(given)
  return move(true)
-- The latest claim counts even when its lease is over, as nobody has claimed since; expiry then wins over it.
elseif act == 'complete' or act == 'fail_pickup' then
  if not waits or claim ~= tonumber(given) then return 0 end
  if act == 'complete' then finish('redeemed', 'redeemed_at', clock()) else fail(other) end
  return 1
end

-- A poll, by the client that is given, with the lease of a claim; with a number, empty for a wrong one, and the approval.
-- What redeems a code of one road cannot redeem another's.
if fields[15] ~= road then state = 'unknown' end
if state == 'unknown' then return say({ outcome = state }) end
if fields[7] ~= given then return say({ outcome = 'foreign' }, 'record') end
if state == 'failed' then return say({ outcome = state, failure = failure }) end
if state == 'redeemed' then
  return say({ outcome = state, redeemedForMs = clock() - tonumber(fields[8] or 0) }, 'record')
end
if state == 'expired' then
  if overdue then redis.call('HSET', key, 'state', state) end
  return say({ outcome = state, isFirst = overdue }, 'record')
end
if claimed then return say({ outcome = 'busy' }) end
local polls = tonumber(fields[9] or 0) + 1
held = held and not waits
local confirmed = nil
if held and number then
  if number ~= '' and number == fields[14] then
    approve(approval)
    confirmed = true
  elseif redis.call('HINCRBY', key, 'wrong_numbers', 1) >= most_wrong_numbers then
    fail('attempts')
    return say({ outcome = state, failure = failure, isFirst = true }, 'record')
  else
    return say({ outcome = 'wrong_number' })
  end
end
if waits then
  redis.call('HSET', key, 'claimed_until', now + other, 'claim', claim + 1, 'polls', polls)
  return say({ outcome = 'claimed', claim = claim + 1, isConfirmed = confirmed }, 'record')
end

-- Pending: an early poll grows the interval by a step, at most once per current interval.
local interval, polled_at, grown_at = tonumber(fields[10]), tonumber(fields[11] or nil), tonumber(fields[12] or nil)
redis.call('HSET', key, 'polled_at', math.max(now, polled_at or now), 'polls', polls)
if not polled_at or now >= polled_at + interval * 1000 - tolerance_ms then
  return say({ outcome = held and 'held' or 'pending' })
end
if interval < longest and (not grown_at or now >= grown_at + interval * 1000) then
  interval = math.min(interval + step, longest)
  redis.call('HSET', key, 'interval', interval, 'grown_at', now)
end
return say({ outcome = 'slow_down', intervalSeconds = interval })
