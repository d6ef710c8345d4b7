-- A writer in the layout of Redisson's RReadWriteLock: a hash with its mode and its owners. For what gives back and
-- extends it is that of hash-enter.lua, with another field.
FREE, CHANNEL, SUFFIX = '1', 1, ':write'
owner = owner .. SUFFIX

function enter(i)
  redis.call('hset', KEYS[i], 'mode', 'write')
  redis.call('hset', KEYS[i], owner, 1)
  local set = redis.pcall('pexpire', KEYS[i], ARGV[2])
  if type(set) == 'table' and set.err then
    redis.pcall('hdel', KEYS[i], 'mode', owner)
    return set
  end
  return nil
end
