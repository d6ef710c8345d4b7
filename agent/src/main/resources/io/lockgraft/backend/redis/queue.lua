-- Columns two and three: who waits, in the order in which they came; and when each of them was last heard of. Members
-- are owners behind an r where they want to read, behind a w where they want the lock for themselves.
-- ARGV[3]: 1 where the owner goes on waiting, 0 where it tries once.
local PRESENCE = 5000

function leave(i, member)
  redis.call('zrem', KEYS[2 * n + i], member)
  return redis.call('zrem', KEYS[n + i], member)
end

-- Who has not asked for so long is dead. Who was heard of in the future was heard of before the clock was put back.
local function forget(i, time)
  local presence = KEYS[2 * n + i]
  for _, member in ipairs(redis.call('zrangebyscore', presence, '-inf', time - PRESENCE)) do leave(i, member) end
  for _, member in ipairs(redis.call('zrangebyscore', presence, '(' .. time, '+inf')) do leave(i, member) end
end

-- Nil, or for how many milliseconds at most somebody is in front of whom the member must wait.
local function behind(i, member)
  local order = KEYS[n + i]
  if redis.call('exists', order) == 0 then return nil end
  local time = now()
  forget(i, time)
  local rank = redis.call('zrank', order, member)
  if rank == 0 then return nil end
  for _, other in ipairs(redis.call('zrange', order, 0, rank and rank - 1 or -1)) do
    if string.sub(member, 1, 1) == 'w' or string.sub(other, 1, 1) == 'w' then
      local heard = redis.call('zscore', KEYS[2 * n + i], other)
      if heard then return math.max(1, heard + PRESENCE - time) end
      leave(i, other) -- a server that lacks memory may have thrown away when it was heard of
    end
  end
  return nil
end

-- Takes a place in the queue, or says that the member is still there. With a full memory it waits without a place.
local function join(i, member)
  local order, presence = KEYS[n + i], KEYS[2 * n + i]
  local time = now()
  local added
  if not redis.call('zrank', order, member) then
    local last = redis.call('zrevrange', order, 0, 0, 'withscores')[2] or 0
    added = redis.pcall('zadd', order, last + 1, member)
  end
  local heard = redis.pcall('zadd', presence, time, member)
  for _, answer in pairs({added or 0, heard}) do
    if type(answer) == 'table' and answer.err then
      leave(i, member)
      if string.find(answer.err, 'OOM', 1, true) then return nil end
      return answer
    end
  end
  redis.call('pexpire', order, 2 * PRESENCE)
  redis.call('pexpire', presence, 2 * PRESENCE)
  return nil
end

-- A lock for one owner at a time, in the order of the queue.
local function queued(i, member, field, channel, dry)
  local key = KEYS[i]
  local held
  if redis.call('exists', key) == 0 then
    held = behind(i, member)
    if not held then
      if dry then return nil end
      local failed = enter(key)
      if not failed then leave(i, member) end
      return failed
    end
  elseif redis.call('hexists', key, field) == 1 then
    if not dry then redis.call('pexpire', key, ARGV[2]) end
    return nil
  else
    held = redis.call('pttl', key)
    channel = redis.call('hexists', key, 'mode')
  end
  if not dry and ARGV[3] == '1' then
    local failed = join(i, member)
    if failed then return failed end
  end
  return held, channel
end
