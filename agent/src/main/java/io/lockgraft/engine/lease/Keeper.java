package io.lockgraft.engine.lease;

import io.lockgraft.engine.hold.HoldShare;
import io.lockgraft.engine.hold.Lease;
import io.lockgraft.engine.hold.Limit;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.log.RateLimited;
import io.lockgraft.spi.thread.Daemons;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * Renews the leases that are out, all that are due in one batch, and notices the lost ones and holds that last for
 * too long. One daemon thread does it, from the first lease until there has been none for a while; it never waits for
 * the store.
 */
public final class Keeper {
    public static final String THREAD = "lockgraft-keeper";

    private static final long IDLE = TimeUnit.SECONDS.toNanos(30);

    /** A full heap passes; what is due meanwhile does not wait for long. */
    private static final long AFTER_MISTAKE = TimeUnit.MILLISECONDS.toNanos(100);

    /** Further away than any lease's due time. */
    private static final long NEVER = Long.MAX_VALUE / 4;

    /** Where the keeper looks, and what follows from what it finds. */
    public interface Actions {
        /**
         * Looks at all that calls of this JVM hold, and at what lingers; at some of it more than once. One that changes
         * hands meanwhile may be missing, where whoever gets it says so afterwards by {@link #look}.
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
    private final BiFunction<String, Runnable, Thread> daemons;
    private final RateLimited mistakes = new RateLimited();
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
        this.daemons = daemons;
    }

    /** A call has it: it is found by that. */
    public void keep(Lease lease) {
        if (thread == null) {
            start();
        } else {
            look(lease);
        }
    }

    /** It may have become due sooner than was known. */
    public void look(Lease lease) {
        if (lease.dueAt() - wakesAt < 0) {
            wake();
        }
    }

    /** It is not renewed from now on. */
    public void forget(Lease lease) {
        lease.end();
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

    private void wake() {
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
                next = new Round(now, next).walk();
            } catch (Throwable e) {
                tellMistake(e);
                next = now + AFTER_MISTAKE;
            }
            wakesAt = next;
            LockSupport.parkNanos(this, next - System.nanoTime());
            Thread.interrupted();
        }
    }

    private void tellMistake(Throwable e) {
        try {
            mistakes.warn(() -> "the keeper of locks could not look after them; it tries again at once", e);
        } catch (Throwable noMemoryForThatEither) {
            // A keeper that ended would lose all locks without a word.
        }
    }

    /**
     * One look at every lease. Makes no list of all of them: where there is no memory for that, those that are due
     * would wait. One that is seen twice, because several readers have it or it is for several keys, is no longer due
     * the second time.
     */
    private final class Round {
        private final long now;
        private final List<Lease> due = new ArrayList<>();
        private final List<Lease> nearlyDue = new ArrayList<>();
        private long next;

        Round(long now, long idle) {
            this.now = now;
            this.next = idle;
        }

        /** Returns when the next one is due. */
        long walk() {
            actions.eachLease(this::look);
            if (!due.isEmpty()) {
                for (Lease lease : nearlyDue) {
                    if (lease.isNearlyDue(now)) {
                        lease.sending(now);
                        due.add(lease);
                    }
                }
                renew(due);
            }
            return next;
        }

        private void look(Lease lease) {
            if (lease.isOver()) {
                return;
            }
            if (lease.isPast(now)) {
                expire(lease);
                return;
            }
            if (lease.isLate(now)) {
                actions.lingered(lease);
            }
            if (lasts(lease, now)) {
                return;
            }
            if (lease.isDue(now)) {
                due.add(lease);
                if (lease.sending(now)) {
                    tellRisk(lease, null);
                }
            } else if (lease.isNearlyDue(now)) {
                nearlyDue.add(lease);
            }
            next = lease.dueAt() - next < 0 ? lease.dueAt() : next;
        }
    }

    /** True where the lease was given up because of it, or before: a call that has taken one again is looked after. */
    private boolean lasts(Lease lease, long now) {
        for (HoldShare each : lease.holders()) {
            Limit limit = each.limit();
            if (limit != null
                    && limit.isOpen()
                    && now - limit.dueAt() >= 0
                    && !each.state().isOver()) {
                actions.lasts(each, now);
            }
        }
        return lease.isOver();
    }

    /** @param round those that are due as far as is known; the JVM may have been paused since that was looked at */
    private void renew(List<Lease> round) {
        long sentAt = System.nanoTime();
        List<Lease> due = new ArrayList<>(round.size());
        List<Grant> batch = new ArrayList<>(round.size());
        for (Lease lease : round) {
            if (lease.isPast(sentAt)) {
                expire(lease);
            } else {
                due.add(lease);
                batch.add(lease.grant());
            }
        }
        List<CompletableFuture<Boolean>> answers;
        try {
            answers = backend.renew(batch);
        } catch (RuntimeException e) {
            due.forEach(lease -> doubt(lease, e));
            return;
        }
        for (int i = 0; i < due.size(); i++) {
            Lease lease = due.get(i);
            answers.get(i).whenComplete((ours, failure) -> answered(lease, sentAt, ours, failure));
        }
    }

    private void answered(Lease lease, long sentAt, Boolean ours, Throwable failure) {
        if (failure != null) {
            doubt(lease, failure);
            wake();
        } else if (ours) {
            lease.confirm(sentAt);
        } else {
            lose(lease, "the lock server does not have it any more");
        }
    }

    private static void doubt(Lease lease, Throwable failure) {
        if (lease.doubt(System.nanoTime())) {
            tellRisk(lease, failure);
        }
    }

    private static void tellRisk(Lease lease, Throwable failure) {
        long left = lease.endsAt() - System.nanoTime();
        lease.speaker().site().report().holds().atRisk(lease.grant().request(), left, failure);
    }

    private void expire(Lease lease) {
        lose(
                lease,
                lease.isRenewed()
                        ? "the lock server did not confirm it before its lease ended"
                        : "its lease ended, and the rule says renew: false");
    }

    /** It is looked after until the loss is known: where there is no memory for that, the next round finds it again. */
    private void lose(Lease lease, String why) {
        lease.lose(why);
        tellLoss(lease);
        if (lease.isIdle()) {
            actions.lingered(lease);
        }
        forget(lease);
    }

    /** Tells those who have it that it is lost; again where somebody got it in the moment of the loss. */
    public void tellLoss(Lease lease) {
        for (HoldShare each : lease.holders()) {
            if (each.lose(lease.lost())) {
                actions.lost(each);
            }
        }
    }
}
