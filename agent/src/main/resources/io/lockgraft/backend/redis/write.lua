-- The layout of Redisson's RReadWriteLock: a hash with its mode and its owners.
local FIELD = owner .. ':write'
MEMBER = 'w' .. owner

function enter(key)
  redis.call('hset', key, 'mode', 'write')
  redis.call('hset', key, FIELD, 1)
  local set = redis.pcall('pexpire', key, ARGV[2])
  if type(set) == 'table' and set.err then
    redis.call('del', key)
    return set
  end
  return nil
end

local function extend(i, millis)
  if redis.call('hexists', KEYS[i], FIELD) == 0 then return false end
  redis.call('pexpire', KEYS[i], millis)
  return true
end

local function give(i)
  if redis.call('hexists', KEYS[i], FIELD) == 0 then return false end
  redis.call('del', KEYS[i])
  wake(i, '1')
  return true
end
