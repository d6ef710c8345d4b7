-- Whether the owners of these marks (KEYS: their tombstones) are known here to have held all of it until their release, or
-- until one came behind them: they are where that was answered, and where it has been told since. The marks stay for ARGV[i] milliseconds more, which
-- writes something that replicas can confirm. Answers 1 or 0 for each.
local known = {}
for i, mark in ipairs(KEYS) do
  local said = redis.call('get', mark)
  local held = said == KEPT or said == BURIED or said == GIVEN
  if held then redis.call('pexpire', mark, ARGV[i]) end
  known[i] = held and 1 or 0
end
return known
