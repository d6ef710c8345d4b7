-- The layout of Redisson's RReadWriteLock: a hash with its mode and its owners, and for each reader a key that ends
-- with that reader's lease. The hash ends with the last of them. The last column is the owner's such key.
local TIMEOUT = ':rwlock_timeout:'
MEMBER = 'r' .. owner
FREE = '1'

local function timeout(i)
  return KEYS[(COLUMNS - 1) * n + i]
end

-- For how long the other readers' leases last, in milliseconds; not positive where all of them are over.
local function remaining(i)
  local own = ':' .. owner .. TIMEOUT .. '1'
  local prefix = string.sub(timeout(i), 1, -1 - #own)
  local most = -3
  local owners = redis.call('hgetall', KEYS[i])
  for at = 1, #owners, 2 do
    for entry = tonumber(owners[at + 1]) or 0, 1, -1 do
      most = math.max(most, redis.call('pttl', prefix .. ':' .. owners[at] .. TIMEOUT .. entry))
    end
  end
  return most
end

local function extend(i, millis, last)
  if not holds(i) then return false end
  local key = KEYS[i]
  if not last and redis.call('get', timeout(i)) == '0' then return true end
  if redis.call('pexpire', timeout(i), millis) == 0 then
    redis.call('set', timeout(i), 1, 'px', millis)
  end
  if last then redis.pcall('set', timeout(i), 0, 'px', millis) end
  local ends = redis.call('pttl', key)
  if ends < tonumber(millis) then
    redis.call('pexpire', key, millis)
  else
    redis.call('pexpire', key, math.max(remaining(i), tonumber(millis)))
  end
  return true
end

local function give(i)
  if not holds(i) then return false end
  local key = KEYS[i]
  redis.call('hdel', key, owner)
  redis.call('del', timeout(i))
  if redis.call('hlen', key) > 1 then
    local most = remaining(i)
    if most > 0 then
      redis.call('pexpire', key, most)
      return true
    end
    if redis.call('hget', key, 'mode') == 'write' then return true end
  end
  redis.call('del', key)
  freed(i, FREE)
  return true
end
