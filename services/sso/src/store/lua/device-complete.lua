-- ARGV: time, claim. From device.lua: state, claim, finish.
-- The latest claim counts even when its lease is over, as nobody has claimed since; expiry then wins over it.
local mine = tonumber(ARGV[2])
if state ~= 'approved_waiting_pickup' or claim ~= mine then return 0 end
-- Redis has one clock for all replicas: the age of a redemption does not depend on theirs.
local seconds, micros = unpack(redis.call('TIME'))
finish('redeemed', 'redeemed_at', math.floor(seconds * 1000 + micros / 1000))
return 1
