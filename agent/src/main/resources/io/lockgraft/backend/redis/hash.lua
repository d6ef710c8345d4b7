-- The layout of Redisson's RLock: a hash with one field, its owner. An application's RLock on the same key and this one
-- exclude each other.
local fresh = false

-- A lock without an expiry must not come about, not even where PEXPIRE is forbidden.
local function enter(key)
  redis.call('hset', key, owner, 1)
  local set = redis.pcall('pexpire', key, ARGV[2])
  if type(set) == 'table' and set.err then
    redis.call('del', key)
    return set
  end
  fresh = true
  return nil
end

local function extend(i, millis)
  if redis.call('hexists', KEYS[i], owner) == 0 then return false end
  redis.call('pexpire', KEYS[i], millis)
  return true
end

local function give(i)
  if redis.call('hexists', KEYS[i], owner) == 0 then return false end
  redis.call('del', KEYS[i])
  wake(i, '0')
  return true
end
