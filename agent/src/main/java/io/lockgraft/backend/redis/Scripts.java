package io.lockgraft.backend.redis;

/**
 * The Lua that runs in Redis. None of it counts entries: an owner that acquires twice (because the first answer was
 * lost) holds once. Releasing uses no command that Redis refuses when its memory is full.
 */
final class Scripts {
    /**
     * KEYS lock, tombstone; ARGV owner, lease. The tombstone refuses an owner that has been given up: its command was
     * delayed on the way. A lock without an expiry must not come about, not even where PEXPIRE is forbidden.
     */
    static final String ACQUIRE = "if redis.call('exists', KEYS[1]) == 0 then "
            + "if redis.call('exists', KEYS[2]) == 1 then return -3 end "
            + "redis.call('hset', KEYS[1], ARGV[1], 1) "
            + "local set = redis.pcall('pexpire', KEYS[1], ARGV[2]) "
            + "if type(set) == 'table' and set.err then redis.call('del', KEYS[1]) return set end "
            + "return nil end "
            + "if redis.call('hexists', KEYS[1], ARGV[1]) == 1 then "
            + "redis.call('pexpire', KEYS[1], ARGV[2]) return nil end "
            + "return redis.call('pttl', KEYS[1])";

    /** KEYS lock; ARGV owner, channel, message, publish command. Waking the others may be forbidden: they poll. */
    static final String RELEASE = "if redis.call('hexists', KEYS[1], ARGV[1]) == 0 then return 0 end "
            + "redis.call('del', KEYS[1]) "
            + "redis.pcall(ARGV[4], ARGV[2], ARGV[3]) "
            + "return 1";

    /**
     * KEYS lock, tombstone; ARGV owner, channel, message, publish command, how long to remember. Answers two things at
     * once: whether it was ours, and whether the tombstone was refused (a full memory, a missing right).
     */
    static final String BURY = "local ours = redis.call('hexists', KEYS[1], ARGV[1]) "
            + "if ours == 1 then redis.call('del', KEYS[1]) redis.pcall(ARGV[4], ARGV[2], ARGV[3]) end "
            + "local set = redis.pcall('set', KEYS[2], 1, 'px', ARGV[5]) "
            + "if type(set) == 'table' and set.err then return ours + 2 end "
            + "return ours";

    /** KEYS lock; ARGV owner, lease. */
    static final String RENEW = "if redis.call('hexists', KEYS[1], ARGV[1]) == 0 then return 0 end "
            + "redis.call('pexpire', KEYS[1], ARGV[2]) "
            + "return 1";

    private Scripts() {}

    /** Of the answer to {@link #RELEASE} or {@link #BURY}. */
    static boolean wasOurs(long answer) {
        return (answer & 1) == 1;
    }

    /** Of the answer to {@link #BURY}: an acquire of that owner that is still on its way would not be refused. */
    static boolean isForgotten(long answer) {
        return (answer & 2) == 2;
    }
}
