package io.lockgraft.store.redis.script;

import org.redisson.RedissonObject;

/**
 * Names the keys that a lock needs beside its own. They begin with the lock's key, so that rights which are granted by
 * a prefix cover them. In a cluster they also lie in its slot, or no script could touch both: the name gets a hash tag
 * that is chosen for that slot. {@link LockNames} sees to it that no lock has such a name.
 */
final class SideKeys {
    /** Stands between the lock's key and what is beside it. All that is chosen for a slot comes behind it. */
    static final String MARK = ":lockgraft#";

    private static final String TOKEN = "token";

    private final boolean cluster;

    /** @param cluster whether there are slots at all */
    SideKeys(boolean cluster) {
        this.cluster = cluster;
    }

    /** The name of what belongs to this key; {@code what} has no brace in it. */
    String name(String key, String what) {
        String name = key + MARK + what;
        if (!cluster || Slots.tag(key) != null) {
            return name;
        }
        int slot = Slots.of(key);
        int open = key.indexOf('{');
        if (open < 0) {
            return name + tag(slot);
        }
        name += ':';
        return key.indexOf('}', open) < 0
                ? name + Slots.digits(name.substring(open + 1), slot) + '}'
                : name + Slots.digits(name, slot);
    }

    /**
     * The same as version 0.1.0 named it. What JVMs of both versions count or hear of together keeps such a name where
     * Redisson has none that fits.
     */
    private String shared(String key, String what) {
        int slot = Slots.of(key);
        int open = key.indexOf('{');
        if (open < 0) {
            return key + tag(slot) + ':' + what;
        }
        if (key.indexOf('}', open) < 0) {
            return key + '{' + Slots.digits(key.substring(open + 1) + '{', slot) + "}:" + what;
        }
        String name = key + ':' + what + ':';
        return name + Slots.digits(name, slot);
    }

    /**
     * A name by which Redisson finds the server of a key. Redisson takes the first closing brace for the end of a tag,
     * also one before the opening brace, and reads letters by the platform's charset.
     */
    String route(String key) {
        int open = cluster ? key.indexOf('{') : -1;
        boolean odd = open >= 0 && key.lastIndexOf('}', open) >= 0;
        for (int i = 0; cluster && !odd && i < key.length(); i++) {
            odd = key.charAt(i) > 127;
        }
        return odd ? tag(Slots.of(key)) : key;
    }

    private static String tag(int slot) {
        return '{' + Slots.digits("", slot) + '}';
    }

    /** The counter of a lock's fencing tokens: that of Redisson's RFencedLock. */
    String token(String key) {
        return isRightForRedisson(key) ? RedissonObject.prefixName("redisson_lock_token", key) : shared(key, TOKEN);
    }

    /** Whether this is the counter of a key for which Redisson has no name that fits. */
    boolean isSharedToken(String name) {
        return cluster && name.contains(':' + TOKEN) && (isToken(name, "{000000}:") || isToken(name, ":000000:"));
    }

    private boolean isToken(String name, String more) {
        int end = name.length() - more.length() - TOKEN.length();
        return end >= 0
                && !isRightForRedisson(name.substring(0, end))
                && shared(name.substring(0, end), TOKEN).equals(name);
    }

    /**
     * What ends with a reader's lease: that of the first entry of Redisson's RReadWriteLock. A script makes another
     * reader's from it by putting the other owner in its place, so what stands before must not depend on the owner.
     */
    String timeout(String key, String owner) {
        String ofOwner = isRightForRedisson(key)
                ? RedissonObject.suffixName(key, owner)
                : tag(Slots.of(key)) + ':' + key + ':' + owner;
        return ofOwner + ":rwlock_timeout:1";
    }

    /** The channel that tells waiters of a release; {@code prefix} is Redisson's for its kind of lock. */
    String channel(String prefix, String key) {
        return isRightForRedisson(key) ? RedissonObject.prefixName(prefix, key) : shared(key, prefix);
    }

    /**
     * Redisson puts braces around a key without an opening one, and takes a key with one for tagged. For other keys it
     * names side keys of other slots. Its own locks on such keys do not work in a cluster, so nothing has to fit.
     */
    private boolean isRightForRedisson(String key) {
        return !cluster || Slots.tag(key) != null || (!key.isEmpty() && key.indexOf('{') < 0 && key.indexOf('}') < 0);
    }
}
