package io.lockgraft.engine.acquire;

import io.lockgraft.engine.thread.BriefLock;
import io.lockgraft.spi.Jvm;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.thread.Daemons;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The gates and their store, made by the first locked call, or before it in the background; until then there is no
 * thread of theirs and no connection.
 */
public final class LazyGates {
    private final Supplier<LockStore> store;
    private final Supplier<Jvm> jvm;
    private final long longestLoading;
    private final ReentrantLock opening = new BriefLock();
    /** Completed by the thread that makes them in the background; null where there is none. */
    private final AtomicReference<CompletableFuture<Gates>> coming = new AtomicReference<>();

    private volatile Gates gates;
    private volatile boolean ending;

    /** @param jvm in whose name the store is asked */
    public LazyGates(Supplier<LockStore> store, Supplier<Jvm> jvm, long longestLoading) {
        this.jvm = jvm;
        this.longestLoading = longestLoading;
        this.store = store;
    }

    /** Null before the first call. */
    public Gates made() {
        return gates;
    }

    /** True if there is nothing left that a call would have to wait for before its own wait begins. */
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
                gates = new Gates(store.get(), jvm.get(), longestLoading);
                if (ending) {
                    gates.releasePath().endLinger();
                }
            }
            return gates;
        } finally {
            opening.unlock();
        }
    }

    /**
     * The gates, once they are made: where there are none, by one thread, however many ask meanwhile. Fails where they
     * cannot be made; who asks after that has them tried anew. Never blocks.
     */
    CompletableFuture<Gates> later() {
        CompletableFuture<Gates> mine = new CompletableFuture<>();
        if (gates != null) {
            mine.complete(gates);
            return mine;
        }
        CompletableFuture<Gates> running = coming.get();
        while (running == null && !coming.compareAndSet(null, mine)) {
            running = coming.get();
        }
        if (running != null) {
            return running;
        }
        try {
            Daemons.start("lockgraft-start", () -> makeFor(mine));
        } catch (RuntimeException | Error noThread) {
            coming.set(null);
            mine.completeExceptionally(noThread);
        }
        return mine;
    }

    private void makeFor(CompletableFuture<Gates> all) {
        Gates made = null;
        Throwable failure = null;
        try {
            made = make();
        } catch (RuntimeException | Error e) {
            failure = e;
        }
        coming.set(null);
        if (failure == null) {
            all.complete(made);
        } else {
            all.completeExceptionally(failure);
        }
    }

    /** Ends all lingering, for good. */
    void endLinger() {
        ending = true;
        Gates open = gates;
        if (open != null) {
            open.releasePath().endLinger();
        }
    }

    /** Waits for the releases that are under way, until then by System.nanoTime. */
    void settle(long until) throws InterruptedException {
        Gates open = gates;
        if (open != null) {
            open.settle(until);
        }
    }

    /** Ends the waits at the store where one is open. The future completes when its server has heard it. */
    CompletableFuture<?> endWaiting() {
        Gates open = gates;
        return open == null ? CompletableFuture.completedFuture(null) : open.endWaiting();
    }

    /** Closes the store where one is open and no call uses it. */
    void closeUnused() {
        Gates open = gates;
        if (open != null && !open.isAnyCallThere()) {
            open.close();
        }
    }

    void close() {
        Gates open = gates;
        if (open != null) {
            open.close();
        }
    }
}
