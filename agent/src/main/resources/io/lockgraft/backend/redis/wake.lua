-- ARGV[PUBLISH]: the publish command; behind it each lock's channel.
-- Waking the others may be forbidden: they look from time to time.
local function wake(i, message)
  redis.pcall(ARGV[PUBLISH], ARGV[PUBLISH + i], message)
end
