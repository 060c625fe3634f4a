-- ARGV: time, client, lease. From device.lua: key, now, state, failure, claimed, overdue.
local client, lease_ms = ARGV[2], tonumber(ARGV[3])
local tolerance_ms, step, longest = 500, 5, 30

if state == 'unknown' then return { 'unknown' } end
local function with_record(...) return { ..., redis.call('HGETALL', key) } end

if redis.call('HGET', key, 'client_id') ~= client then return with_record('foreign') end
if state == 'failed' then return { 'failed', failure } end
if state == 'redeemed' then
  local seconds, micros = unpack(redis.call('TIME'))
  local redeemed_at = tonumber(redis.call('HGET', key, 'redeemed_at') or 0)
  return { 'redeemed', redis.call('HGETALL', key), math.floor(seconds * 1000 + micros / 1000) - redeemed_at }
end
if state == 'expired' then
  if overdue then redis.call('HSET', key, 'state', 'expired') end
  return { 'expired', redis.call('HGETALL', key), overdue and 1 or 0 }
end
if state == 'approved_waiting_pickup' then
  if claimed then return { 'busy' } end
  local taken = redis.call('HINCRBY', key, 'claim', 1)
  redis.call('HSET', key, 'claimed_until', now + lease_ms)
  redis.call('HINCRBY', key, 'polls', 1)
  return { 'claimed', redis.call('HGETALL', key), taken }
end

-- Pending: an early poll grows the interval by a step, at most once per current interval.
redis.call('HINCRBY', key, 'polls', 1)
local pace = redis.call('HMGET', key, 'polled_at', 'interval', 'grown_at')
local polled_at, interval, grown_at = tonumber(pace[1] or nil), tonumber(pace[2]), tonumber(pace[3] or nil)
redis.call('HSET', key, 'polled_at', math.max(now, polled_at or now))
if not polled_at or now >= polled_at + interval * 1000 - tolerance_ms then return { 'pending' } end
if interval < longest and (not grown_at or now >= grown_at + interval * 1000) then
  interval = math.min(interval + step, longest)
  redis.call('HSET', key, 'interval', interval, 'grown_at', now)
end
return { 'slow_down', interval }
