-- The layout of Redisson's RLock: a hash with one field, its owner. An application's RLock on the same key and this one
-- exclude each other. A writer's hash (write.lua) has a mode as well.
local fresh = false

-- A lock without an expiry must not come about, not even where PEXPIRE is forbidden, and DEL.
function enter(i)
  if MODE then redis.call('hset', KEYS[i], 'mode', MODE) end
  redis.call('hset', KEYS[i], owner, 1)
  local set = redis.pcall('pexpire', KEYS[i], ARGV[2])
  if type(set) == 'table' and set.err then
    redis.pcall('hdel', KEYS[i], 'mode', owner)
    return set
  end
  fresh = true
  return nil
end
