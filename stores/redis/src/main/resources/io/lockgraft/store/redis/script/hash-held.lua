-- Of the layout of hash-enter.lua.
local function give(i)
  if not holds(i) then return false end
  redis.call('del', KEYS[i])
  freed(i, FREE)
  return true
end

local function extend(i, millis, last)
  local entries = redis.call('hget', KEYS[i], owner)
  if not entries then return false end
  if not last and entries == '0' then return true end
  redis.call('pexpire', KEYS[i], millis)
  if last then redis.pcall('hset', KEYS[i], owner, 0) end
  return true
end
