-- Only the latest claim counts, even when its lease is over: nobody has claimed since.
local mine, family = tonumber(ARGV[2]), ARGV[3]
local waits = fields[1] == 'approved_waiting_pickup'
if not waits or claim ~= mine then return 0 end
finish('redeemed', 'family', family)
return 1
