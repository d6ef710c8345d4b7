package io.lockgraft.engine.lease;

import io.lockgraft.engine.event.Mistakes;
import io.lockgraft.engine.hold.Lease;
import io.lockgraft.engine.hold.LeasePart;
import io.lockgraft.spi.LockStore;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * The thread that looks after the leases that are out, by one {@link KeeperRound} after the other. It is a daemon, and
 * runs from the first lease until there has been none for a while. It never waits for the store.
 */
public final class Keeper {
    public static final String THREAD = "lockgraft-keeper";

    static final long IDLE = TimeUnit.SECONDS.toNanos(30);

    /** A full heap passes; what is due meanwhile does not wait for long. */
    private static final long AFTER_MISTAKE = TimeUnit.MILLISECONDS.toNanos(100);

    /** Made before it is needed: then there may be no memory. */
    private static final Supplier<String> MISTAKE =
            () -> "the keeper of locks could not look after them; it tries again in 100 ms";

    /** Further away than any lease's due time. */
    private static final long NEVER = Long.MAX_VALUE / 4;

    private final LockStore store;
    private final KeeperActions actions;
    private final BiFunction<String, Runnable, Thread> daemons;
    private final long idle;
    private final Mistakes mistakes = new Mistakes();
    private volatile Thread thread;
    private volatile long wakesAt;
    private volatile boolean closed;

    /**
     * @param daemons starts its thread, by that name
     * @param idle how long that stays when there is no lease, in nanoseconds
     */
    public Keeper(LockStore store, KeeperActions actions, BiFunction<String, Runnable, Thread> daemons, long idle) {
        this.store = store;
        this.actions = actions;
        this.daemons = daemons;
        this.idle = idle;
    }

    /** A call has it: it is found by that. Also a loss is heard of that the store itself tells. */
    public void keep(Lease lease) {
        try {
            CompletableFuture<String> lost = lease.grant().lost();
            if (lost != null) {
                lost.thenAccept(why -> {
                    if (!lease.isOver()) {
                        lose(lease, why);
                    }
                });
            }
            if (thread == null) {
                start();
            } else {
                look(lease);
            }
        } catch (RuntimeException | Error e) {
            // Nothing renews it, so it is passed on to no call.
            lease.end();
            throw e;
        }
    }

    /** Wakes the keeper if the lease has become due sooner than it was going to look. */
    public void look(Lease lease) {
        if (lease.dueAt() - wakesAt < 0) {
            wake();
        }
    }

    public void close() {
        closed = true;
        wake();
    }

    private synchronized void start() {
        if (thread == null && !closed) {
            wakesAt = System.nanoTime() + NEVER;
            thread = daemons.apply(THREAD, this::run);
        }
    }

    /** True once the thread shall end. A lease that comes in this moment finds none and starts another. */
    private synchronized boolean retire() {
        thread = null;
        if (!closed && actions.isAnythingHeld()) {
            thread = Thread.currentThread();
        }
        return thread == null;
    }

    /** The lease has ended by the local clock. */
    void expire(Lease lease) {
        lose(
                lease,
                lease.clock().isRenewed()
                        ? "the lock server did not confirm it before its lease ended"
                        : "its lease ended, and the rule says renew: false");
    }

    /** Loses a lease. It is over when that is told: if there is no memory for it, the next round finds it again. */
    void lose(Lease lease, String why) {
        lease.lose(why);
        tell(lease);
        if (lease.isIdle()) {
            actions.returnLingering(lease);
        }
        lease.end();
    }

    /** Tells those that have it that it is lost; again where a call got it in the moment of the loss. */
    public void tell(Lease lease) {
        for (LeasePart each : lease.holders()) {
            if (each.lose(lease.lost())) {
                actions.lost(each);
            }
        }
    }

    void wake() {
        LockSupport.unpark(thread);
    }

    private void run() {
        long idleSince = System.nanoTime();
        while (true) {
            long now = System.nanoTime();
            // Until the round is over, every new lease wakes us: it may have come too late for this round.
            wakesAt = now + NEVER;
            if (actions.isAnythingHeld()) {
                idleSince = now;
            } else if (now - idleSince >= idle && retire()) {
                return;
            }
            if (closed && retire()) {
                return;
            }
            long next = idleSince + idle;
            try {
                next = new KeeperRound(store, actions, this, now, next).walk();
            } catch (Throwable e) {
                // A keeper that ended would lose all locks without a word.
                mistakes.tell(MISTAKE, e);
                next = now + AFTER_MISTAKE;
            }
            wakesAt = next;
            LockSupport.parkNanos(this, next - System.nanoTime());
            Thread.interrupted();
        }
    }
}
