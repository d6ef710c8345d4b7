-- One writer, once all owners before it have left; in the order of the queue.
local function take(i, dry)
  return queued(i, MEMBER, FIELD, 1, dry)
end
