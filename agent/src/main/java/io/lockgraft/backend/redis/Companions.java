package io.lockgraft.backend.redis;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.redisson.RedissonObject;
import org.redisson.connection.CRC16;

/**
 * Names the keys that a lock needs beside its own. They begin with the lock's key, so that rights which are granted by a
 * key's prefix cover them. In a cluster they also lie in its slot, or no script could touch both: the name gets a hash tag
 * that is chosen for that slot, whatever braces the key itself has.
 */
final class Companions {
    private static final int SLOTS = 16_384;

    private final boolean cluster;

    /** For each slot a tag with its braces that lies in it, once it was needed. */
    private final AtomicReferenceArray<String> tags = new AtomicReferenceArray<>(SLOTS);

    /** @param cluster whether there are slots at all */
    Companions(boolean cluster) {
        this.cluster = cluster;
    }

    /** The name of what belongs to this key; {@code what} has no brace in it. */
    String name(String key, String what) {
        if (!cluster || tag(key) != null) {
            return key + ':' + what;
        }
        int slot = slot(key);
        if (key.indexOf('{') >= 0) {
            return search(key + "{", "}:" + what, slot);
        }
        return key + tagOf(slot) + ':' + what;
    }

    private String tagOf(int slot) {
        String tag = tags.get(slot);
        if (tag == null) {
            tag = search("{", "}", slot);
            tags.set(slot, tag);
        }
        return tag;
    }

    /** The counter of a lock's fence tokens: that of Redisson's RFencedLock. */
    String token(String key) {
        return isRightForRedisson(key) ? RedissonObject.prefixName("redisson_lock_token", key) : name(key, "token");
    }

    /**
     * What ends with a reader's lease: that of the first entry of Redisson's RReadWriteLock. A script makes another reader's
     * from it by putting the other owner in its place, so what stands before must not depend on the owner.
     */
    String timeout(String key, String owner) {
        String ofOwner = isRightForRedisson(key)
                ? RedissonObject.suffixName(key, owner)
                : tagOf(slot(key)) + ':' + key + ':' + owner;
        return ofOwner + ":rwlock_timeout:1";
    }

    /** Where the release of a lock is told to those who wait; {@code prefix} is Redisson's for its kind of lock. */
    String channel(String prefix, String key) {
        return isRightForRedisson(key) ? RedissonObject.prefixName(prefix, key) : name(key, prefix);
    }

    /**
     * Redisson puts braces around a key without an opening one, and takes a key with one for tagged. For what is neither
     * it names keys of other slots, so that its own locks on such keys do not work in a cluster, and nothing has to fit.
     */
    private boolean isRightForRedisson(String key) {
        return !cluster || tag(key) != null || (!key.isEmpty() && key.indexOf('{') < 0 && key.indexOf('}') < 0);
    }

    /** The slot of a key, by the rules of Redis Cluster. */
    static int slot(String key) {
        String tag = tag(key);
        return CRC16.crc16((tag == null ? key : tag).getBytes(StandardCharsets.UTF_8)) % SLOTS;
    }

    /** A number between these two, so that all of it lies in the slot; after some ten thousand trials there is one. */
    private static String search(String before, String after, int slot) {
        for (int i = 0; ; i++) {
            String name = before + i + after;
            if (slot(name) == slot) {
                return name;
            }
        }
    }

    /** What stands between the first opening brace and the next closing one; null where that is nothing. */
    private static String tag(String key) {
        int open = key.indexOf('{');
        int close = open < 0 ? -1 : key.indexOf('}', open);
        return close > open + 1 ? key.substring(open + 1, close) : null;
    }
}
