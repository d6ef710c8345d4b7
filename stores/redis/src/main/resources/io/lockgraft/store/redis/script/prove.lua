-- Whether the owners of these marks (KEYS: their tombstones) held all until their release, or until a later owner gave
-- it back, as far as this server knows: 1 or 0 for each. A server knows of what it answered and of what was replicated
-- to it since. Each mark stays for ARGV[i] milliseconds more: that write is what replicas confirm.
local known = {}
for i, mark in ipairs(KEYS) do
  local said = redis.call('get', mark)
  local held = said == KEPT or said == BURIED or said == GIVEN
  if held then redis.call('pexpire', mark, ARGV[i]) end
  known[i] = held and 1 or 0
end
return known
