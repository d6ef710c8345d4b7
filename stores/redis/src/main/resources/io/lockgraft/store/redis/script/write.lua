-- A writer in the layout of Redisson's RReadWriteLock: a hash with its mode and its owners. All else is that of
-- hash-enter.lua and hash-held.lua, with another field.
FREE, CHANNEL, SUFFIX, MODE = '1', 1, ':write', 'write'
owner = owner .. SUFFIX
