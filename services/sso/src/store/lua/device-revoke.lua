-- ARGV: time, failure. From device.lua: state, claimed, fail, move.
if claimed or (state ~= 'pending' and state ~= 'approved_waiting_pickup') then return move(false) end
fail(ARGV[2])
return move(true)
