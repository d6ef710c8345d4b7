-- Takes the lock away from its owner; 0 where it is not the owner's. The tombstone stands first, for a full memory may
-- refuse it: it refuses each acquire command of this owner that arrives later. It says nothing of what the owner held:
-- so the owner finds at its release that it has lost the lock. ARGV[4]: for how many milliseconds it stays.
if not holds(1) then return 0 end
redis.call('set', KEYS[#KEYS], 1, 'px', ARGV[4])
give(1)
return 1
