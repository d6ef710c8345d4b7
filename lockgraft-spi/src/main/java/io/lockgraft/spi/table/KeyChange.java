package io.lockgraft.spi.table;

import java.util.ArrayList;
import java.util.List;

/** One key of one claim, in a question about many. Immutable. */
public final class KeyChange {
    private final String key;
    private final Claim claim;
    private final long nanos;

    public KeyChange(String key, Claim claim, long nanos) {
        this.key = key;
        this.claim = claim;
        this.nanos = nanos;
    }

    /** To give back these keys, the last one first. */
    static List<KeyChange> reversed(List<String> keys, Claim claim) {
        List<KeyChange> changes = new ArrayList<>(keys.size());
        for (int i = keys.size() - 1; i >= 0; i--) {
            changes.add(new KeyChange(keys.get(i), claim, 0));
        }
        return changes;
    }

    /** To extend these keys. */
    static List<KeyChange> extending(List<String> keys, Claim claim, long nanos) {
        List<KeyChange> changes = new ArrayList<>(keys.size());
        for (String key : keys) {
            changes.add(new KeyChange(key, claim, nanos));
        }
        return changes;
    }

    /** Whether a table has said yes to all of them. */
    static boolean all(boolean[] held) {
        return all(held, 0, held.length);
    }

    /** The same for those from one place up to another. */
    static boolean all(boolean[] held, int from, int to) {
        for (int i = from; i < to; i++) {
            if (!held[i]) {
                return false;
            }
        }
        return true;
    }

    public String key() {
        return key;
    }

    public Claim claim() {
        return claim;
    }

    /** As {@link KeyTable#extend} has it; of no meaning for a key that is given back. */
    public long nanos() {
        return nanos;
    }
}
