-- ARGV: time, claim, family. From device.lua: state, claim, finish.
-- The latest claim counts even when its lease is over, as nobody has claimed since; expiry then wins over it.
local mine, family = tonumber(ARGV[2]), ARGV[3]
if state ~= 'approved_waiting_pickup' or claim ~= mine then return 0 end
finish('redeemed', 'family', family)
return 1
