package io.lockgraft.testing.store;

import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import java.util.Collections;
import java.util.List;

/** Requests that are made now. */
public final class Requests {
    private Requests() {}

    /** The common case: one key for one owner at a time. */
    public static Request exclusive(String key, long owner, long leaseMillis, long deadline) {
        return of(LockKind.EXCLUSIVE, 1, Collections.singletonList(key), owner, leaseMillis, deadline);
    }

    public static Request of(
            LockKind kind, int permits, List<String> keys, long owner, long leaseMillis, long deadline) {
        return new Request(kind, permits, keys, owner, leaseMillis, deadline, System.nanoTime());
    }
}
