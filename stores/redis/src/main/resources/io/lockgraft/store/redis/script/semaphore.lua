-- Owners, each with the end of its lease by the server's clock.
local time = now()

local function holds(i)
  local ends = redis.call('zscore', KEYS[i], owner)
  return ends and tonumber(ends) > time
end

-- With a full memory a script may go on once it has written. So the key's end is set first, and again when it is known.
-- The key ends with the last lease.
local function lease(i, millis)
  redis.call('pexpire', KEYS[i], millis)
  redis.call('zadd', KEYS[i], time + millis, owner)
  local last = redis.call('zrevrange', KEYS[i], 0, 0, 'withscores')[2]
  redis.call('pexpire', KEYS[i], math.max(1, math.ceil(last - time)))
end

-- The last lease ends at half a millisecond, by which it is known.
local function extend(i, millis, last)
  if not holds(i) then return false end
  if not last and redis.call('zscore', KEYS[i], owner) % 1 ~= 0 then return true end
  lease(i, tonumber(millis))
  if last then redis.call('zadd', KEYS[i], time + millis + 0.5, owner) end
  return true
end

local function give(i)
  local was = holds(i)
  if redis.call('zrem', KEYS[i], owner) == 1 then wake(i, FREE) end
  return was
end
