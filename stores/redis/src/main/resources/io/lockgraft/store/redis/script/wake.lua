-- ARGV[PUBLISH]: the publish command; behind it each lock's channel.
-- 0 and 1: the lock i is free, or its lease is cut, as Redisson tells it; 2: somebody has left the queue, whose turn is over for those behind
-- it; 3: no release, but the first must look, and whoever may be it. Redisson's own waiters take no notice of the last two.
-- Waking the others may be forbidden: they look from time to time. Answers whether it was done.
local function wake(i, message)
  return type(redis.pcall(ARGV[PUBLISH], ARGV[PUBLISH + i], message)) ~= 'table'
end

-- The lock i is free, and so it is told (0 or 1): by that the first of a queue knows that it is its turn.
local function freed(i, message)
  local told = wake(i, message)
  if summon then summon(i, told) end
end
