-- Gives back first what owners of the same process are about to give back, whose commands may come before this one or
-- after it: so nobody is refused because of himself. ARGV[5]: how many they are; who, stands at the end of ARGV, and the
-- marks of those whose command comes later and must not take it for a loss at the end of KEYS, before the tombstone.
-- Where a mark is refused (a full memory, a missing right), that owner's own command is waited for.
local function be(name)
  owner = name
  FIELD = FIELD and name .. ':write'
end

local count = tonumber(ARGV[5])
for other = 1, count do
  be(ARGV[#ARGV - count + other])
  local all, any = true, false
  for i = 1, n do
    local one = holds(i)
    all, any = all and one, any or one
  end
  local set = all and redis.pcall('set', KEYS[#KEYS - 1 - count + other], GIVEN, 'px', 120000)
  if any and not (type(set) == 'table' and set.err) then
    for i = n, 1, -1 do give(i) end
  end
end
be(ARGV[1])
