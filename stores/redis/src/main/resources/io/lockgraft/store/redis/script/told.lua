-- For each owner of a lock, two KEYS: what its renewals have written, and what ends with its lease where it reads.
local said = {}
for i = 1, #KEYS, 2 do
  said[i] = redis.call('get', KEYS[i]) or ''
  said[i + 1] = redis.call('pttl', KEYS[i + 1])
end
return said
