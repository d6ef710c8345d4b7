-- Takes the locks in their order. Who goes on waiting (ARGV[3] is 1) keeps what it got, who tries once gets all or
-- nothing. {0, token}: all are the owner's; {i, ms, channel}: the lock i is held. ARGV[2]: the lease.
-- The tombstone refuses an owner that has been given up: its command was delayed on the way.
if redis.call('exists', KEYS[#KEYS]) == 1 then return {1, -3, 0} end
for _, dry in ipairs((n == 1 or ARGV[3] == '1') and {false} or {true, false}) do
  for i = 1, n do
    local held, channel = take(i, dry)
    if type(held) == 'table' then return held end
    if held then return {i, held, channel} end
  end
end
return {0, token and token() or 0}
