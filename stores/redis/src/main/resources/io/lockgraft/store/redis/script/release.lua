-- Gives the locks back, in reverse and each for itself. ARGV: owner, publish command, each lock's channel.
-- 1: all were the owner's; 0: one was not. A mark says that a later owner has given all of them back already
-- (succeed.lua). A tombstone stays where it is: a command of this owner may still be on its way.
local function isGivenBack()
  local mark = redis.pcall('get', KEYS[#KEYS])
  return mark == BURIED or mark == GIVEN and redis.pcall('del', KEYS[#KEYS]) == 1
end

if n == 1 then return (give(1) or isGivenBack()) and 1 or 0 end
local all, failed = true, nil
for i = n, 1, -1 do
  local done, ours = pcall(give, i)
  if not done then failed = ours end
  all = all and ours
end
if failed then return redis.error_reply(type(failed) == 'table' and failed.err or failed) end
return (all or isGivenBack()) and 1 or 0
