package io.lockgraft.testing.store;

import io.lockgraft.spi.Jvm;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Owner;
import io.lockgraft.spi.Request;
import java.util.Collections;
import java.util.List;

/** Requests that are made now. */
public final class Requests {
    private static final Jvm JVM = TestContext.newJvm();

    /** Owners of these numbers are made here, and lower ones by the JVM for {@link Owner#another}. */
    private static final long FIRST = 1_000_000_000;

    private Requests() {}

    /** An owner of this number, of one JVM for all of them. */
    public static Owner owner(long number) {
        return new Owner(JVM, FIRST + number, "test", Thread.currentThread().getName());
    }

    /** The common case: one key for one owner at a time. */
    public static Request exclusive(String key, long owner, long leaseMillis, long deadline) {
        return of(LockKind.EXCLUSIVE, 1, Collections.singletonList(key), owner, leaseMillis, deadline);
    }

    public static Request of(
            LockKind kind, int permits, List<String> keys, long owner, long leaseMillis, long deadline) {
        return of(kind, permits, keys, owner(owner), leaseMillis, deadline);
    }

    public static Request of(
            LockKind kind, int permits, List<String> keys, Owner owner, long leaseMillis, long deadline) {
        return new Request(kind, permits, keys, owner, leaseMillis, deadline, System.nanoTime());
    }
}
