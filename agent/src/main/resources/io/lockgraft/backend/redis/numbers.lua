-- Column two: a hash of numbers and whose they are, and of owners and which theirs is. A number is free where its owner's
-- lease is over. ARGV[4] of what takes: behind how many permits there are, whether only the wanted number will do (1), and
-- which that is for each lock; else the next free one behind it is taken, and behind the last one is the first.
NUMBERED = true

-- The free number that is to be the owner's, and whose it was; nil where there is none.
function find(i)
  local said = {}
  for word in string.gmatch(ARGV[4], '%d+') do said[#said + 1] = tonumber(word) end
  local permits, only, wanted = said[1], said[2] == 1, said[2 + i]
  for step = 0, only and 0 or permits - 1 do
    local number = (wanted + step) % permits
    local whose = redis.call('hget', KEYS[n + i], number)
    local ends = whose and redis.call('zscore', KEYS[i], whose)
    if not ends or tonumber(ends) <= time then return number, whose end
  end
  return nil
end

function assign(i, number, before)
  unassign(i) -- one from before its lease was over
  if before then redis.call('hdel', KEYS[n + i], before) end
  redis.call('hset', KEYS[n + i], number, owner)
  redis.call('hset', KEYS[n + i], owner, number)
end

function unassign(i)
  local number = redis.call('hget', KEYS[n + i], owner)
  if number then redis.call('hdel', KEYS[n + i], owner, number) end
end

function numbers()
  local all = {0, 0}
  for i = 1, n do all[2 + i] = tonumber(redis.call('hget', KEYS[n + i], owner)) end
  return all
end
