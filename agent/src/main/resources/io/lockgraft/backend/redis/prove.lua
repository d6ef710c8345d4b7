-- Writes something, so that there is something new for the replicas to confirm. A full memory refuses it; what WAIT asks
-- for then is the release before it, for Redis counts from the end of all that it had written by then.
redis.pcall('set', KEYS[1], 1, 'px', 1)
return 1
