-- ARGV: time, claim. From device.lua: key, fields, claim.
-- A holder that has completed and then delivered nothing gives the code back as well.
local mine = tonumber(ARGV[2])
if claim == mine and (fields[1] == 'approved_waiting_pickup' or fields[1] == 'redeemed') then
  redis.call('HSET', key, 'state', 'approved_waiting_pickup', 'claimed_until', 0)
  redis.call('HDEL', key, 'redeemed_at')
end
return 1
