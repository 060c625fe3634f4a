-- ARGV: time, claim. From device.lua: state, claim, fail.
local mine = tonumber(ARGV[2])
if state ~= 'approved_waiting_pickup' or claim ~= mine then return 0 end
fail('account')
return 1
