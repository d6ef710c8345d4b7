-- Gives the locks back, in reverse and each for itself. ARGV: owner, publish command, each lock's channel.
-- 1: all were the owner's; 0: one was not.
if n == 1 then return give(1) and 1 or 0 end
local all, failed = true, nil
for i = n, 1, -1 do
  local done, ours = pcall(give, i)
  if not done then failed = ours end
  all = all and ours
end
if failed then return redis.error_reply(type(failed) == 'table' and failed.err or failed) end
return all and 1 or 0
