-- Of the layout of hash-enter.lua.
local function give(i)
  if redis.call('hexists', KEYS[i], owner) == 0 then return false end
  redis.call('del', KEYS[i])
  wake(i, '0')
  return true
end
