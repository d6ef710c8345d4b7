-- One owner at a time, in the order of the queue; a writer once all owners before it have left. Fair differs from
-- exclusive only in the patience of its waiters.
MEMBER = 'w' .. ARGV[1]

local function take(i, dry)
  return queued(i, MEMBER, owner, CHANNEL, dry)
end
