-- Writes beside each lock that has been renewed what is to be told of its owner, for as long as the lease.
-- KEYS: one for each lock. ARGV[1]: for how many milliseconds the owner has had the locks. ARGV[2]: the rest of the
-- text. ARGV[3]: the lease.
local since = string.format('%.0f', now() - ARGV[1])
for i = 1, #KEYS do
  redis.call('set', KEYS[i], since .. ARGV[2], 'px', ARGV[3])
end
return {#KEYS}
