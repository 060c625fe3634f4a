-- KEYS: the user code, the record. ARGV: how long they live, the hash of the device code, then the fields of the record.
local kept_ms, hash = ARGV[1], ARGV[2]
if not redis.call('SET', KEYS[1], hash, 'PX', kept_ms, 'NX') then return 0 end
redis.call('HSET', KEYS[2], unpack(ARGV, 3))
redis.call('PEXPIRE', KEYS[2], kept_ms)
return 1
