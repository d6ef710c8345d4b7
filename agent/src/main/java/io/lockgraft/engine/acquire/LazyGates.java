package io.lockgraft.engine.acquire;

import io.lockgraft.engine.thread.BriefLock;
import io.lockgraft.spi.LockStore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The gates and their backend, made by the first locked call, or before it in the background; until then there is no
 * thread of theirs and no connection.
 */
public final class LazyGates {
    private final Supplier<LockStore> backend;
    private final long longestLoading;
    private final ReentrantLock opening = new BriefLock();
    private volatile Gates gates;
    private volatile boolean ending;

    public LazyGates(Supplier<LockStore> backend, long longestLoading) {
        this.longestLoading = longestLoading;
        this.backend = backend;
    }

    /** Null before the first call. */
    public Gates made() {
        return gates;
    }

    /** Whether there is nothing left that a call would have to wait for before its own wait begins. */
    boolean areLoaded() {
        Gates open = gates;
        return open != null && open.isLoaded();
    }

    /** Makes them where there are none. */
    public Gates make() {
        Gates open = gates;
        if (open != null) {
            return open;
        }
        opening.lock();
        try {
            if (gates == null) {
                gates = new Gates(backend.get(), longestLoading);
                if (ending) {
                    gates.leaving().endLinger();
                }
            }
            return gates;
        } finally {
            opening.unlock();
        }
    }

    /** From now on nothing lingers. */
    void endLinger() {
        ending = true;
        Gates open = gates;
        if (open != null) {
            open.leaving().endLinger();
        }
    }

    /** Waits for the releases that are under way, until then by System.nanoTime. */
    void settle(long until) throws InterruptedException {
        Gates open = gates;
        if (open != null) {
            open.settle(until);
        }
    }

    void close() {
        Gates open = gates;
        if (open != null) {
            open.close();
        }
    }
}
