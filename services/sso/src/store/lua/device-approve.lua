-- ARGV: time, account, approval. From device.lua: key, state, fits, move.
local account, approval = ARGV[2], ARGV[3]
if state ~= 'pending' or not fits(account) then return move(false) end
state = 'approved_waiting_pickup'
redis.call('HSET', key, 'state', state, 'bound', account, 'approval', approval)
return move(true)
