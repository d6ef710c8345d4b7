-- One owner at a time, whoever asks first.
local function take(i, dry)
  local key = KEYS[i]
  if redis.call('exists', key) == 0 then
    if dry then return nil end
    return enter(key)
  end
  if redis.call('hexists', key, owner) == 1 then
    if not dry then redis.call('pexpire', key, ARGV[2]) end
    return nil
  end
  return redis.call('pttl', key), redis.call('hexists', key, 'mode')
end
