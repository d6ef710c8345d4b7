-- Columns two and three: the waiters in the order in which they came, and when each was last heard of. A member is an
-- owner behind an r (it wants to read) or behind a w (it wants the lock for itself).
-- A patience (turn.lua) stands behind the point of the time when its member was heard of, in parts of PARTS.
local PRESENCE = 5000
local PARTS = 8192

-- Where no message can be sent, a waiter asks after so many milliseconds at the latest.
local POLL = 1250

function leave(i, member)
  redis.call('zrem', KEYS[2 * n + i], member)
  return redis.call('zrem', KEYS[n + i], member)
end

-- It is the turn of the first. Unless it is heard of again, it is waited for no longer than its patience, from when it
-- is told. It is told once: then it has no patience left that could begin again. Answers the first member. What gives a
-- lock back must not fail because of this.
-- told: whether a release has been told right now. nil: there was none, as a cut lease or a DEL is no release. Then the
-- first may not know, and is told here.
function summon(i, told)
  local first = redis.pcall('zrange', KEYS[n + i], 0, 0)[1]
  local heard = first and tonumber(redis.pcall('zscore', KEYS[2 * n + i], first))
  local patience = heard and heard % 1 * PARTS or 0
  local known, time = pcall(now) -- it may be forbidden
  if patience > 0 and known and time + patience < heard + PRESENCE then
    if told == nil then told = wake(i, '3') end
    if not told then patience = math.min(patience + POLL, math.floor(heard) + PRESENCE - time) end
    redis.pcall('zadd', KEYS[2 * n + i], math.floor(time + patience + 0.5) - PRESENCE, first)
  end
  return first
end
