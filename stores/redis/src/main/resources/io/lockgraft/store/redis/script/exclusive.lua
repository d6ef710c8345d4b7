-- One owner at a time, in the order of the queue; a writer once all owners before it have left. Fair differs from
-- exclusive only in the patience of its waiters.
MEMBER = 'w' .. ARGV[1]

local function take(i, dry)
  local key = KEYS[i]
  if redis.call('exists', key) == 0 then return inTurn(i, CHANNEL, true, dry) end
  if redis.call('hexists', key, owner) == 1 then
    if not dry then redis.call('pexpire', key, ARGV[2]) end
    return nil
  end
  return wait(i, MEMBER, redis.call('pttl', key), redis.call('hexists', key, 'mode'), false, dry)
end
