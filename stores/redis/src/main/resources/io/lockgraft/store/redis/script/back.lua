-- Gives the lock i back, and the owner's place in its queue; whether the lock was the owner's.
function back(i)
  if leave and leave(i, MEMBER) == 1 and redis.call('exists', KEYS[n + i]) == 1 then wake(i, '2') end
  return give(i)
end
