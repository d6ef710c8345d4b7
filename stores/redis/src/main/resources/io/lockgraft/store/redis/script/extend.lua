-- Lets the leases end ARGV[2] milliseconds from now; where ARGV[3] is 1, for the last time: a renewal (0) that
-- arrives later neither cuts nor stretches them; and who waits is told, for he knows only when they were to end (ARGV:
-- behind all else, the publish command and each lock's channel). It is told as a release is, or an application's own
-- waiters would take no notice: nobody tells of the end itself. With a tombstone (ARGV[4]: for how many
-- milliseconds), an acquire command of this owner that is still on its way is refused when it arrives.
-- 1: all are the owner's; 0: one is not; 2 more where the tombstone was refused (a full memory, a missing right).
local all = true
for i = 1, n do
  local ours = extend(i, ARGV[2], ARGV[3] == '1')
  if ours and ARGV[3] == '1' then wake(i, FREE) end
  all = ours and all
end
if TOMBSTONE == 1 then
  local set = redis.pcall('set', KEYS[#KEYS], all and KEPT or 1, 'px', ARGV[4])
  if type(set) == 'table' and set.err then return all and 3 or 2 end
end
return all and 1 or 0
