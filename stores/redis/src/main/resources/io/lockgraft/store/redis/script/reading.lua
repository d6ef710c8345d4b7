-- Any number of readers, unless an owner writes or waits in front of them to write.
function enter(i)
  local key = KEYS[i]
  redis.call('set', timeout(i), 1, 'px', ARGV[2])
  redis.call('hset', key, 'mode', 'read')
  redis.call('hset', key, owner, 1)
  local set = redis.pcall('pexpire', key, math.max(redis.call('pttl', key), tonumber(ARGV[2])))
  if type(set) == 'table' and set.err then
    redis.pcall('hdel', key, owner)
    if redis.call('hlen', key) == 1 then redis.pcall('hdel', key, 'mode') end
    redis.pcall('del', timeout(i)) -- has an expiry of its own
    return set
  end
  return nil
end

local function take(i, dry)
  local key = KEYS[i]
  local mode = redis.call('hget', key, 'mode')
  if mode == 'read' and redis.call('hexists', key, owner) == 1 then
    if not dry then extend(i, ARGV[2]) end
    return nil
  end
  local free = not mode and redis.call('exists', key) == 0
  if mode ~= 'read' and not free then
    return wait(i, MEMBER, redis.call('pttl', key), mode and 1 or 0, false, dry)
  end
  return inTurn(i, 1, free, dry)
end
