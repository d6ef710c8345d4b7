-- One owner at a time, in the order in which they came; what it holds looks like an exclusive lock.
MEMBER = 'w' .. owner

local function take(i, dry)
  return queued(i, MEMBER, owner, 0, dry)
end
