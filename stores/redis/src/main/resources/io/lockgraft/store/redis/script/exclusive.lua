-- One owner at a time, in the order of the queue. Fair differs from it only in the patience of its waiters.
MEMBER = 'w' .. owner

local function take(i, dry)
  return queued(i, MEMBER, owner, 0, dry)
end
