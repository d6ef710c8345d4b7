-- Begins the leases anew, and writes beside each lock what is to be told of its owner, for as long as the lease.
-- ARGV[2]: the lease. ARGV[3]: for how many milliseconds the owner has had the locks. ARGV[4]: the rest of the text.
-- MARKS: one key for each lock. Without the memory for it, or the right, the leases begin anew all the same.
-- 1: all are the owner's; 0: one is not.
local all = true
local since = string.format('%.0f', now() - ARGV[3])
for i = 1, n do
  local ours = extend(i, ARGV[2], false)
  if ours then redis.pcall('set', KEYS[#KEYS - MARKS + i], since .. ARGV[4], 'px', ARGV[2]) end
  all = ours and all
end
return all and 1 or 0
