-- KEYS: the record and, on the road of devices, the user code. ARGV: how long they live, the hash of the code, then the
-- fields of the record.
local record, user_code = KEYS[1], KEYS[2]
local kept_ms, hash = ARGV[1], ARGV[2]
if user_code and not redis.call('SET', user_code, hash, 'PX', kept_ms, 'NX') then return 0 end
-- A user of Redis who may not do one of these leaves nothing behind.
for _, write in ipairs({ { 'HSET', record, unpack(ARGV, 3) }, { 'PEXPIRE', record, kept_ms } }) do
  local answer = redis.pcall(unpack(write))
  if type(answer) == 'table' then
    redis.call('DEL', unpack(KEYS))
    return answer
  end
end
return 1
