-- ARGV: time, how many are allowed. From device.lua: key, state, fail, move.
local allowed = tonumber(ARGV[2])
if state ~= 'pending' then return move(false) end
if redis.call('HINCRBY', key, 'wrong_passwords', 1) >= allowed then fail('attempts') end
return move(true)
