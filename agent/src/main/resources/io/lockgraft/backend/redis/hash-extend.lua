-- Of the layout of hash-enter.lua.
local function extend(i, millis)
  if redis.call('hexists', KEYS[i], owner) == 0 then return false end
  redis.call('pexpire', KEYS[i], millis)
  return true
end
