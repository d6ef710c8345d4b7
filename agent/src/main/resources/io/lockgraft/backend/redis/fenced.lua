-- The last column is the counter of a lock's tokens (that of Redisson's RFencedLock, so that both draw from one sequence).
-- ARGV[4]: the token must be greater than this. One token for all locks of the request: greater than every token before
-- it on any of them, and remembered by all of them. An owner that asks again is told its token again.
function token()
  local top = 0
  for i = 1, n do
    top = math.max(top, tonumber(redis.call('get', KEYS[(COLUMNS - 1) * n + i]) or 0))
  end
  if fresh then top = top + 1 end
  top = math.max(top, tonumber(ARGV[4]) + 1)
  for i = 1, n do
    redis.call('set', KEYS[(COLUMNS - 1) * n + i], string.format('%.0f', top))
  end
  return top
end
