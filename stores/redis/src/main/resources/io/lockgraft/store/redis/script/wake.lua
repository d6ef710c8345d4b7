-- ARGV[PUBLISH]: the publish command; behind it each lock's channel.
-- 0 and 1, as Redisson tells it: the lock i is free, or its lease is cut. 2: a member has left the queue, and its turn
-- is over. 3: no release, but the first must look, and each that may be the first. Redisson's own waiters take no
-- notice of 2 and 3. Publishing may be forbidden: waiters look from time to time. Answers whether it was done.
local function wake(i, message)
  return type(redis.pcall(ARGV[PUBLISH], ARGV[PUBLISH + i], message)) ~= 'table'
end

-- The lock i is free, and the message (0 or 1) says so: by it the first of a queue knows that it is its turn.
local function freed(i, message)
  local told = wake(i, message)
  if summon then summon(i, told) end
end
