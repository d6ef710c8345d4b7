-- The layout of Redisson's RReadWriteLock: a hash with its mode and its owners.
FIELD = owner .. ':write'
MEMBER = 'w' .. owner
local FREE = '1'

function enter(key)
  redis.call('hset', key, 'mode', 'write')
  redis.call('hset', key, FIELD, 1)
  local set = redis.pcall('pexpire', key, ARGV[2])
  if type(set) == 'table' and set.err then
    redis.pcall('hdel', key, 'mode', FIELD)
    return set
  end
  return nil
end

local function extend(i, millis, last)
  local entries = redis.call('hget', KEYS[i], FIELD)
  if not entries then return false end
  if not last and entries == '0' then return true end
  redis.call('pexpire', KEYS[i], millis)
  if last then redis.pcall('hset', KEYS[i], FIELD, 0) end
  return true
end

local function holds(i)
  return redis.call('hexists', KEYS[i], FIELD) == 1
end

local function give(i)
  if not holds(i) then return false end
  redis.call('del', KEYS[i])
  freed(i, FREE)
  return true
end
