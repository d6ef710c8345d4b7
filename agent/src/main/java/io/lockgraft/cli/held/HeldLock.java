package io.lockgraft.cli.held;

import io.lockgraft.spi.Owner;
import io.lockgraft.spi.StoredLock;
import java.util.LinkedHashMap;
import java.util.Map;

/** A holder of a key, and the store that has told it. Immutable. */
final class HeldLock {
    /** As the rules file calls it; empty for the only one. */
    final String store;

    final StoredLock lock;

    HeldLock(String store, StoredLock lock) {
        this.store = store;
        this.lock = lock;
    }

    /** The JVM and its thread; an owner's own text where the entry names no JVM. */
    String holder() {
        String jvm = Owner.holder(lock.owner());
        return (jvm == null ? lock.owner() : jvm) + (lock.thread() == null ? "" : ", " + lock.thread());
    }

    /** What the entry does not tell is null. */
    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("store", store);
        json.put("key", lock.key());
        json.put("owner", lock.owner());
        json.put("holder", Owner.holder(lock.owner()));
        json.put("thread", lock.thread());
        json.put("rule", lock.rule());
        json.put("heldMillis", orNull(lock.heldMillis()));
        json.put("leftMillis", orNull(lock.leftMillis()));
        return json;
    }

    private static Long orNull(long millis) {
        return millis < 0 ? null : millis;
    }
}
