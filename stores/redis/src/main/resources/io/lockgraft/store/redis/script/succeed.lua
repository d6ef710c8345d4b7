-- Gives back first what other owners of the same process are about to give back. Their commands may come before this
-- one or after it, and must not stand in its way. The owners stand at the end of ARGV, then how many they are. Where
-- there are none, the last of ARGV is a channel, which is no number. Their marks stand at the end of KEYS, before the
-- tombstone. By its mark a command that comes later does not take this for a loss. Where a mark is refused (a full
-- memory, a missing right), that owner's own command is waited for.
for other = 1, MARKS - 1 do
  owner = ARGV[#ARGV - MARKS + other] .. SUFFIX
  local all, any = true, false
  for i = 1, n do
    local one = holds(i)
    all, any = all and one, any or one
  end
  local set = all and redis.pcall('set', KEYS[#KEYS - MARKS + other], GIVEN, 'px', 120000)
  if any and not (type(set) == 'table' and set.err) then
    for i = n, 1, -1 do give(i) end
  end
end
if MARKS > 1 then owner = ARGV[1] .. SUFFIX end
