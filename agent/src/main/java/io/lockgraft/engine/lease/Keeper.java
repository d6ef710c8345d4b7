package io.lockgraft.engine.lease;

import io.lockgraft.engine.hold.HoldShare;
import io.lockgraft.engine.hold.Lease;
import io.lockgraft.engine.report.Mistakes;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.thread.Daemons;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The thread that looks after the leases that are out, by one {@link KeeperRound} after the other. It is a daemon, and
 * runs from the first lease until there has been none for a while. It never waits for the store.
 */
public final class Keeper {
    public static final String THREAD = "lockgraft-keeper";

    private static final long IDLE = TimeUnit.SECONDS.toNanos(30);

    /** A full heap passes; what is due meanwhile does not wait for long. */
    private static final long AFTER_MISTAKE = TimeUnit.MILLISECONDS.toNanos(100);

    /** Made before it is needed: then there may be no memory. */
    private static final Supplier<String> MISTAKE =
            () -> "the keeper of locks could not look after them; it tries again at once";

    /** Further away than any lease's due time. */
    private static final long NEVER = Long.MAX_VALUE / 4;

    /** Where the keeper looks, and what follows from what it finds. */
    public interface Actions {
        /**
         * Looks at all that calls of this JVM hold, and at what lingers; at some of it more than once. One that changes
         * hands meanwhile may be missing, where the call that gets it says so afterwards by {@link #look}.
         */
        void eachLease(Consumer<Lease> look);

        /** Whether there may be any lease; makes no object. */
        boolean isAnythingHeld();

        /** The lease is lost, and this is the hold that had it. On the keeper's or the backend's thread. */
        void lost(HoldShare grant);

        /**
         * No call has it, and it must go back: it has lingered for as long as it may, or is lost. On either thread.
         * Nothing happens where a call has taken it again in this moment.
         */
        void lingered(Lease lease);

        /** It is held for half of what it may, or for all of it. On the keeper's thread. */
        void lasts(HoldShare grant, long now);
    }

    private final LockStore backend;
    private final Actions actions;
    private final Losses losses;
    private final BiFunction<String, Runnable, Thread> daemons;
    private final Mistakes mistakes = new Mistakes();
    private volatile Thread thread;
    private volatile long wakesAt;
    private volatile boolean closed;

    public Keeper(LockStore backend, Actions actions) {
        this(backend, actions, Daemons::start);
    }

    /** @param daemons starts its thread, by that name */
    public Keeper(LockStore backend, Actions actions, BiFunction<String, Runnable, Thread> daemons) {
        this.backend = backend;
        this.actions = actions;
        this.losses = new Losses(actions);
        this.daemons = daemons;
    }

    /** A call has it: it is found by that. Also a loss is heard of that the store itself tells. */
    public void keep(Lease lease) {
        CompletableFuture<String> lost = lease.grant().lost();
        if (lost != null) {
            lost.thenAccept(why -> losses.told(lease, why));
        }
        if (thread != null) {
            look(lease);
            return;
        }
        try {
            start();
        } catch (RuntimeException | Error e) {
            // Nothing renews it, so it is passed on to no call.
            lease.end();
            throw e;
        }
    }

    /** It may have become due sooner than was known. */
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
            } else if (now - idleSince >= IDLE && retire()) {
                return;
            }
            if (closed && retire()) {
                return;
            }
            long next = idleSince + IDLE;
            try {
                next = new KeeperRound(backend, actions, losses, this, now, next).walk();
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
