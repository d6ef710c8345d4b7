-- Before Redis 5 a script that asks for the time may only write after this.
if redis.replicate_commands then redis.replicate_commands() end

-- The server's clock, in milliseconds: the clocks of the clients differ.
local function now()
  local time = redis.call('time')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
