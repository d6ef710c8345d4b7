-- One owner at a time, in the order of the queue. Fair differs from it only in how long its waiters ask to be waited for.
MEMBER = 'w' .. owner

local function take(i, dry)
  return queued(i, MEMBER, owner, 0, dry)
end
