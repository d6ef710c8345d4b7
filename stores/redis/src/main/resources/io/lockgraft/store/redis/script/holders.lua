-- What stands under a lock's name: {the server's clock, for how many milliseconds it stays, 1 for a hash}, and behind
-- that its fields and their values, or the owners of a semaphore and the ends of their leases. Nothing behind it: no
-- lock, or so many fields that it is none.
local MOST = 100000
local time = now()
local said = {time, redis.call('pttl', KEYS[1]), 1}
local fields = redis.pcall('hlen', KEYS[1])
local all
if type(fields) ~= 'table' then
  all = fields <= MOST and redis.call('hgetall', KEYS[1])
else
  said[3] = 0
  all = redis.pcall('zrangebyscore', KEYS[1], '(' .. time, '+inf', 'withscores', 'limit', 0, MOST)
end
for _, each in ipairs(all or {}) do said[#said + 1] = each end
return said
