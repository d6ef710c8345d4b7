package io.lockgraft.store.redis.script;

import org.redisson.config.NameMapper;

/**
 * The name of a lock's own key in Redis: what the rules file says, so that an application's {@code RLock} has the same.
 * Only a name that Lockgraft or Redisson could give to a side key of another lock gets an addition. No two names become
 * the same: behind the last {@link SideKeys#MARK} of a lock stands the length of its name, behind that of a side key
 * never.
 */
final class LockNames {
    /** What Redisson puts in front of a lock's name for what it keeps beside the lock; a brace always follows. */
    private static final String[] PREFIXES = {
        "redisson_lock_token:", "redisson_lock_queue:", "redisson_lock_timeout:", "redisson_unlock_latch:"
    };

    /** What it puts behind a lock's name, in front of a number. */
    private static final String SUFFIX = ":rwlock_timeout:";

    private final NameMapper names;
    private final SideKeys sideKeys;

    /** @param names what Redisson's own file makes of names */
    LockNames(NameMapper names, SideKeys sideKeys) {
        this.names = names;
        this.sideKeys = sideKeys;
    }

    String of(String key) {
        String name = names.map(key);
        boolean isForAnother = name.contains(SideKeys.MARK) || isRedissons(name) || sideKeys.isSharedToken(name);
        return isForAnother ? name + SideKeys.MARK + "key" + name.length() : name;
    }

    /** The key of the lock that has this name; null where no lock has it. */
    String keyOf(String name) {
        int mark = name.lastIndexOf(SideKeys.MARK + "key");
        String plain = mark < 0 ? name : name.substring(0, mark);
        String key = names.unmap(plain);
        return key != null && of(key).equals(name) ? key : null;
    }

    /** What a file of Redisson's makes of the beginning of names. */
    String map(String beginning) {
        return names.map(beginning);
    }

    /** The name of the store's entry for a namespace; no lock has it. */
    String ofEntry(String namespace) {
        return names.map(namespace) + SideKeys.MARK + "store";
    }

    private static boolean isRedissons(String name) {
        for (String prefix : PREFIXES) {
            if (name.startsWith(prefix) && name.indexOf('{', prefix.length()) >= 0) {
                return true;
            }
        }
        int digits = name.length();
        while (digits > 0 && name.charAt(digits - 1) >= '0' && name.charAt(digits - 1) <= '9') {
            digits--;
        }
        return digits < name.length() && name.startsWith(SUFFIX, digits - SUFFIX.length());
    }
}
