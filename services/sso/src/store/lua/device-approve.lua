-- ARGV: time, account, approval. From device.lua: key, now, day, expires_at, state, fits, move.
local account, approval = ARGV[2], ARGV[3]
if state ~= 'pending' or not fits(account) then return move(false) end
state = 'approved_waiting_pickup'
redis.call('HSET', key, 'state', state, 'bound', account, 'approval', approval)
-- The record was to end soon after its code; now that it is decided, it stays a day longer than its code.
redis.call('PEXPIRE', key, math.max(expires_at - now, 0) + day)
return move(true)
