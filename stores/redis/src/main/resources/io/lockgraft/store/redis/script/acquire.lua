-- Takes the locks in their order. An owner that goes on waiting (ARGV[3] is not 0) keeps what it got. An owner that
-- tries once gets all or nothing. ARGV[2]: the lease.
-- {0, token or 0}: all are the owner's, with the store's entry (entry.lua) behind it where that is asked for;
-- {i, ms, channel, releases, holder}: the lock i is held.
-- An owner that has lost the lock i gives back the locks behind it, or two owners could wait for each other.
-- The tombstone refuses an owner that has been given up: its command was delayed on the way.
if redis.call('exists', KEYS[#KEYS]) == 1 then return {1, -3, 0, 0} end
local dry = n > 1 and ARGV[3] == '0'
repeat
  local looked = dry
  for i = 1, n do
    local held, channel, releases = take(i, dry)
    if held then
      if type(held) == 'table' then return held end
      for behind = n, dry and n + 1 or i + 1, -1 do back(behind) end
      return {i, held, channel, releases or 0, holder(i)}
    end
  end
  dry = false
until not looked
local got = token and token()
if type(got) == 'table' then return got end
if ENTRY == 1 then return {0, got or 0, redis.call('get', KEYS[#KEYS - MARKS]) or '', now()} end
return {0, got or 0} -- never nothing: that is no answer
