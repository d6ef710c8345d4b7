-- The last column is the counter of a lock's tokens (that of Redisson's RFencedLock, so that both draw from one sequence).
-- ARGV[4]: two numbers. The token must be greater than the first; so many from it on belong to the grant, for calls that
-- have it one after the other, and the counter is the last of them. One token for all locks of the request: greater than
-- every token before it on any of them, and remembered by all of them. An owner that asks again is told its token again.
-- A counter that numbers here cannot tell from the next one has no token left: nobody gets one twice.
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
