-- Lets the leases end ARGV[2] milliseconds from now. ARGV[3] is 1 for the last time: a renewal (0) that arrives later
-- changes nothing, and the waiters are told of the new end. The message is that of a release, because an application's
-- own waiters take no notice of another.
-- ARGV[4]: for how many milliseconds a tombstone stays, 0 for none. It refuses an acquire command of this owner that
-- arrives later.
-- 1: all are the owner's; 0: one is not; 2 more where the tombstone was refused (a full memory, a missing right).
local all = true
for i = 1, n do
  local ours = extend(i, ARGV[2], ARGV[3] == '1')
  if ours and ARGV[3] == '1' then wake(i, FREE) end
  all = ours and all
end
if ARGV[4] ~= '0' then
  local set = redis.pcall('set', KEYS[#KEYS], all and KEPT or 1, 'px', ARGV[4])
  if type(set) == 'table' and set.err then return all and 3 or 2 end
end
return all and 1 or 0
