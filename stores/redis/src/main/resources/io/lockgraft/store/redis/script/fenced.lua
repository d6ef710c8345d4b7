-- The last column is the counter of a lock's fencing tokens. It is that of Redisson's RFencedLock: one sequence for
-- both. ARGV[4]: two numbers. The token is greater than the first. The second says how many tokens from it on belong to
-- the grant, for calls that have it one after the other; the counter is the last of them.
-- All locks of a request get one token, greater than every token before it on any of them. An owner that asks again is
-- told its token again. At 2^53 a number does not differ from the next one: then no token is left.
local LAST = 2 ^ 53

function token()
  local above, count = string.match(ARGV[4], '^(%d+) (%d+)$')
  local top = 0
  for i = 1, n do
    top = math.max(top, tonumber(redis.call('get', KEYS[(COLUMNS - 1) * n + i]) or 0))
  end
  if fresh then top = top + count end
  top = math.max(top, above + count)
  if top >= LAST then return redis.error_reply('ERR no fence token is left') end
  for i = 1, n do
    redis.call('set', KEYS[(COLUMNS - 1) * n + i], string.format('%.0f', top))
  end
  return top - count + 1
end
