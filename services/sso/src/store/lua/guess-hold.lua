-- KEYS[1]: a sorted set of look-ups by the time their slot is free. ARGV: now, look-up, slots, how long it is held, window.
local key, now = KEYS[1], tonumber(ARGV[1])
redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
if redis.call('ZCARD', key) >= tonumber(ARGV[3]) then
  return tonumber(redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2]) - now
end
redis.call('ZADD', key, now + tonumber(ARGV[4]), ARGV[2])
redis.call('PEXPIRE', key, tonumber(ARGV[5]) + tonumber(ARGV[4]))
return 0
