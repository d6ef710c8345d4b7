-- ARGV[PUBLISH]: the publish command; behind it each lock's channel.
-- 0 and 1, as Redisson tells it: the lock i is free, or its lease is cut. 2: a member has left the queue, and its turn
-- is over. 3: no release, but the first must look, and each that may be the first. Redisson's own waiters take no
-- notice of 2 and 3. Publishing may be forbidden: waiters look from time to time. Answers how many clients were told;
-- false where it was not done.
local function wake(i, message)
  local told = redis.pcall(ARGV[PUBLISH], ARGV[PUBLISH + i], message)
  return type(told) ~= 'table' and told
end

-- 4 once a release was told to a client while none queued: an application's own lock may wait there.
local beside = 0

-- The lock i is free, and the message (0 or 1) says so: by it the first of a queue knows that it is its turn.
local function freed(i, message)
  local told = wake(i, message)
  if summon and not summon(i, told) and told and told > 0 then beside = 4 end
end
