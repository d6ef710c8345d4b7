-- Whether it is the owner's turn, and its place in the queue (queue.lua).
-- ARGV[3]: 0 where the owner tries once, else its patience: so many milliseconds are left to it to take a free lock
-- when it is the first. Then it has missed its turn, and lost its place.

-- An owner that is refused a free lock looks again after so many milliseconds: the lock's next owner may tell its
-- release on another channel than the one that is listened to.
local LOOK = 50

-- Of how many in front of it a waiter is told.
local FEW = 32

-- A member that has not asked for so long is dead. A time in the future is from before the clock was put back.
local function forget(i, time)
  local presence = KEYS[2 * n + i]
  for _, member in ipairs(redis.call('zrangebyscore', presence, '-inf', time - PRESENCE)) do leave(i, member) end
  for _, member in ipairs(redis.call('zrangebyscore', presence, time + 1, '+inf')) do leave(i, member) end
end

-- For how many milliseconds at most the member is still waited for; nil where it has left.
local function awaited(i, member, time)
  local heard = redis.call('zscore', KEYS[2 * n + i], member)
  if heard then return math.max(1, math.floor(heard) + PRESENCE - time) end
  leave(i, member) -- a server that lacks memory may have thrown away when it was heard of
  return nil
end

local function isWriter(member)
  return string.sub(member, 1, 1) == 'w'
end

-- The members in front of the place with this rank (nil: the end), some at a time.
local function front(i, rank, from)
  local last = from + FEW
  if rank and rank < last then last = rank end
  return last > from and redis.call('zrange', KEYS[n + i], from, last - 1) or {}
end

-- Nil, or for how many milliseconds at most the member must wait for one in front. Where the lock is free, that is the
-- first.
local function behind(i, member, free)
  local time = now()
  forget(i, time)
  local rank = redis.call('zrank', KEYS[n + i], member)
  local from = 0
  repeat
    local others = front(i, rank, from)
    local left = 0
    for _, other in ipairs(others) do
      if isWriter(member) or isWriter(other) then
        local held = awaited(i, other, time)
        if held then return free and awaited(i, summon(i), time) or held end
        left = left + 1
      end
    end
    from = from + FEW - left
    rank = rank and rank - left
  until #others == 0
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
  local heard = redis.pcall('zadd', presence, time + ARGV[3] / PARTS, member)
  for _, answer in pairs({added or 0, heard}) do
    if type(answer) == 'table' and answer.err then
      -- No owner gets in there either; and a lock that is held is still known to be.
      if string.find(answer.err, 'READONLY', 1, true) then return nil end
      leave(i, member)
      if string.find(answer.err, 'OOM', 1, true) then return nil end
      return answer
    end
  end
  redis.call('pexpire', order, 2 * PRESENCE)
  redis.call('pexpire', presence, 2 * PRESENCE)
  return nil
end

-- The answer where the lock is not to be had. An owner that goes on waiting takes its place, and is told how many
-- releases it may leave to others: where the lock is free, the first of them has had its own.
local function wait(i, member, held, channel, free, dry)
  if dry or ARGV[3] == '0' then return held, channel end
  local failed = join(i, member)
  if failed then return failed end
  if free then held = math.min(held, LOOK) else forget(i, now()) end -- the dead are not in front; behind() knows
  local releases = free and -1 or 0
  for _, other in ipairs(front(i, redis.call('zrank', KEYS[n + i], member) or 0, 0)) do
    if isWriter(other) then releases = releases + 1 end
  end
  return held, channel, math.max(0, releases)
end

-- Takes a lock that no owner keeps this one from, once it is its turn.
local function inTurn(i, channel, free, dry)
  local waiting = redis.call('exists', KEYS[n + i]) == 1
  local held = waiting and behind(i, MEMBER, free)
  if held then return wait(i, MEMBER, held, channel, free, dry) end
  if dry then return nil end
  local failed = enter(i)
  if waiting and not failed then leave(i, MEMBER) end
  return failed
end
