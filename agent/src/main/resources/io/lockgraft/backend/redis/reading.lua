-- Any number of readers, unless somebody writes or waits in front of them to write.
function enter(i)
  local key = KEYS[i]
  redis.call('set', timeout(i), 1, 'px', ARGV[2])
  redis.call('hset', key, 'mode', 'read')
  redis.call('hset', key, owner, 1)
  local set = redis.pcall('pexpire', key, math.max(redis.call('pttl', key), tonumber(ARGV[2])))
  if type(set) == 'table' and set.err then
    redis.call('hdel', key, owner)
    redis.call('del', timeout(i))
    if redis.call('hlen', key) == 1 then redis.call('del', key) end
    return set
  end
  return nil
end

local function take(i, dry)
  local key = KEYS[i]
  local mode = redis.call('hget', key, 'mode')
  local held, channel
  if mode == 'read' and redis.call('hexists', key, owner) == 1 then
    if not dry then extend(i, ARGV[2]) end
    return nil
  end
  if mode == 'read' or (not mode and redis.call('exists', key) == 0) then
    held = behind(i, MEMBER)
    channel = 1
    if not held then
      if dry then return nil end
      local failed = enter(i)
      if not failed then leave(i, MEMBER) end
      return failed
    end
  else
    held = redis.call('pttl', key)
    channel = mode and 1 or 0
  end
  if not dry and ARGV[3] == '1' then
    local failed = join(i, MEMBER)
    if failed then return failed end
  end
  return held, channel
end
