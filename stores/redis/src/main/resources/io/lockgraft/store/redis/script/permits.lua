local function holder(i)
  return redis.call('zrangebyscore', KEYS[i], '(' .. time, '+inf', 'limit', 0, 1)[1] or ''
end

-- As many owners at a time as ARGV[4] says; it may say something else each time.
local function take(i, dry)
  local key = KEYS[i]
  if holds(i) then
    if not dry then lease(i, tonumber(ARGV[2])) end
    return nil
  end
  local free = redis.call('zcount', key, '(' .. time, '+inf') < tonumber(ARGV[4])
  if not free then
    local first = redis.call('zrangebyscore', key, '(' .. time, '+inf', 'withscores', 'limit', 0, 1)
    return math.max(1, (first[2] or time) - time), 0
  end
  if dry then return nil end
  redis.call('zadd', key, time + ARGV[2], owner)
  redis.call('zremrangebyscore', key, '-inf', time)
  lease(i, tonumber(ARGV[2]))
  return nil
end
