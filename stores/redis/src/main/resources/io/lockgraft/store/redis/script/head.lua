-- Every script is put together: this head, the parts of its kind of lock, its verb. The keys are in columns: first the
-- locks, then for each lock what its kind has beside it. COLUMNS, put in front of this, says how many there are. Behind
-- them stands the store's entry where ENTRY is 1, and then MARKS, a number of keys: the last is the owner's tombstone;
-- none where nothing is remembered. ARGV[1] is the owner, a field of the locks' hashes. ARGV[PUBLISH] is the command by
-- which a verb tells of a release.
--
-- A kind of lock gives to the verbs
--   take(i, dry)       takes the lock i, or with dry only looks. nil: it is (or would be) the owner's. Else an error,
--                      or three values: for how many milliseconds it is held at most (-1: not known); whether its
--                      waiters listen on the read-write channel (1) or on the lock's (0); with a queue, how many
--                      releases are for waiters in front. It counts no entries: an owner that takes twice, because the
--                      first answer was lost, holds once
--   holds(i)           whether it is the owner's
--   give(i)            gives it back and wakes the others; whether it was the owner's
--   extend(i, millis, last)
--                      lets its lease end so many milliseconds from now, unless it is known as the last one already;
--                      with last it always does, and is known as that; whether it is the owner's
-- What gives back and extends uses no command that Redis refuses when its memory is full.
local n = (#KEYS - MARKS - ENTRY) / COLUMNS

local owner = ARGV[1]
-- What only some kinds have, or some verbs need.
local enter, token, leave, summon, back, MEMBER, MODE

-- What write.lua and read.lua change: the message of a release, the channel that tells it, what is behind an owner.
local FREE, CHANNEL, SUFFIX = '0', 0, ''

-- Of the layouts that are hashes; semaphore.lua has its own.
local function holds(i)
  return redis.call('hexists', KEYS[i], owner) == 1
end
