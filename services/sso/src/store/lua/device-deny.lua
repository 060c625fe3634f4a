-- ARGV: time, account. From device.lua: key, state, fits, fail, move.
local account = ARGV[2]
if state ~= 'pending' or not fits(account) then return move(false) end
redis.call('HSET', key, 'bound', account)
fail('denied')
return move(true)
