-- ARGV: time, claim. From device.lua: key, fields, claim.
local mine = tonumber(ARGV[2])
if fields[1] == 'approved_waiting_pickup' and claim == mine then
  redis.call('HSET', key, 'claimed_until', 0)
end
return 1
