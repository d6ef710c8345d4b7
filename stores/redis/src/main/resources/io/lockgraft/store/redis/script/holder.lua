-- Of the layouts that are hashes; permits.lua has its own. One owner of the lock i, for those that are told that it is
-- busy; '' where it is free, or where there are so many that a look would take long.
local MOST_HOLDERS = 32

local function holder(i)
  local fields = redis.call('hlen', KEYS[i])
  local all = fields <= MOST_HOLDERS and redis.call('hgetall', KEYS[i]) or {}
  for at = 1, #all, 2 do
    if all[at] ~= 'mode' then return all[at] end
  end
  return ''
end
