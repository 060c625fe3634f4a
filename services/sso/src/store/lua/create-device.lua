-- KEYS: the user code, the record. ARGV: how long they live, the hash of the device code, then the fields of the record.
local kept_ms, hash = ARGV[1], ARGV[2]
if not redis.call('SET', KEYS[1], hash, 'PX', kept_ms, 'NX') then return 0 end
-- A user of Redis who may not do one of these leaves nothing behind.
for _, write in ipairs({ { 'HSET', KEYS[2], unpack(ARGV, 3) }, { 'PEXPIRE', KEYS[2], kept_ms } }) do
  local answer = redis.pcall(unpack(write))
  if type(answer) == 'table' then
    redis.call('DEL', KEYS[1], KEYS[2])
    return answer
  end
end
return 1
