-- One writer, once those have left who were there before it; in the order of the queue.
local function take(i, dry)
  return queued(i, MEMBER, FIELD, 1, dry)
end
