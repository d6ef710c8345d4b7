-- Of the layout of hash-enter.lua.
local function holds(i)
  return redis.call('hexists', KEYS[i], owner) == 1
end

local function give(i)
  if not holds(i) then return false end
  redis.call('del', KEYS[i])
  freed(i, FREE)
  return true
end
