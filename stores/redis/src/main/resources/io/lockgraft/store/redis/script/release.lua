-- Gives back what the owner holds of the locks, in reverse and each for itself; with back.lua its places in their
-- queues, too. Behind the channels in ARGV, where it is to leave a tombstone: for how many milliseconds, and 1 where
-- the tombstone is also a proof. It refuses a command of this owner that arrives later. Where it is to leave none, a
-- tombstone that stands there stays.
-- 1: all were the owner's; 0: one was not; 2 more where the tombstone was refused (a full memory, a missing right); 4
-- more where a client that does not queue may wait (wake.lua).
local all, failed = true, nil
for i = n, 1, -1 do
  local done, ours = pcall(back or give, i)
  if not done then failed = ours end
  all = all and ours
end
local remember, proves = ARGV[n + 3], ARGV[n + 4]
local mark = (not all or remember) and redis.pcall('get', KEYS[#KEYS])
all = all or mark == GIVEN or mark == BURIED -- by a later owner (succeed.lua), or by this one, whose answer was lost
if remember then
  local held = (proves == '1' or mark == KEPT) and KEPT or BURIED
  local set = redis.pcall('set', KEYS[#KEYS], (all or mark == KEPT) and held or 1, 'px', remember)
  if type(set) == 'table' and set.err and not failed then return (all and 3 or 2) + beside end
elseif mark == GIVEN then
  redis.pcall('del', KEYS[#KEYS])
end
if failed then return redis.error_reply(type(failed) == 'table' and failed.err or failed) end
return (all and 1 or 0) + beside
