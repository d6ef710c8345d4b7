package io.lockgraft.lock;

import io.lockgraft.backend.Backend;
import io.lockgraft.backend.Grant;
import io.lockgraft.report.RateLimited;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Renews the leases that are out, all that are due in one batch, and notices the lost ones and holds that last for
 * too long. One daemon thread does it, from the first lease until there has been none for a while; it never waits for the store.
 */
final class Keeper {
    static final String THREAD = "lockgraft-keeper";

    private static final long IDLE = TimeUnit.SECONDS.toNanos(30);

    /** A full heap passes; what is due meanwhile does not wait for long. */
    private static final long AFTER_MISTAKE = TimeUnit.MILLISECONDS.toNanos(100);

    /** Further away than any lease's due time. */
    private static final long NEVER = Long.MAX_VALUE / 4;

    /** Where the keeper looks, and what follows from what it finds. */
    interface Findings {
        /**
         * All that calls of this JVM hold, and what lingers. One that changes hands meanwhile may be missing, where whoever gets
         * it says so afterwards by {@link #look}.
         */
        Collection<Lease> leases();

        /** Whether there may be any lease; makes no object. */
        boolean isAnythingHeld();

        /** The lease is lost, and this is the hold that had it. On the keeper's or the backend's thread. */
        void lost(LiveGrant grant);

        /** No call has it, and it must go back: it has lingered for as long as it may, or is lost. On either thread. */
        void lingered(Lease lease);

        /** It is held for half of what it may, or for all of it. On the keeper's thread. */
        void lasts(LiveGrant grant, long now);
    }

    private final Backend backend;
    private final Findings findings;
    private final RateLimited mistakes = new RateLimited();
    private volatile Thread thread;
    private volatile long wakesAt;
    private volatile boolean closed;

    Keeper(Backend backend, Findings findings) {
        this.backend = backend;
        this.findings = findings;
    }

    /** A call has it: it is found by that. */
    void keep(Lease lease) {
        if (thread == null) {
            start();
        } else {
            look(lease);
        }
    }

    /** It may have become due sooner than was known. */
    void look(Lease lease) {
        if (lease.dueAt() - wakesAt < 0) {
            wake();
        }
    }

    /** It is not renewed from now on. */
    void forget(Lease lease) {
        lease.end();
    }

    void close() {
        closed = true;
        wake();
    }

    private synchronized void start() {
        if (thread == null && !closed) {
            wakesAt = System.nanoTime() + NEVER;
            thread = Daemons.start(THREAD, this::run);
        }
    }

    /** True once the thread shall end. A lease that comes in this moment finds none and starts another. */
    private synchronized boolean retire() {
        thread = null;
        if (!closed && findings.isAnythingHeld()) {
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
            if (findings.isAnythingHeld()) {
                idleSince = now;
            } else if (now - idleSince >= IDLE && retire()) {
                return;
            }
            if (closed && retire()) {
                return;
            }
            long next = idleSince + IDLE;
            try {
                next = round(now, next);
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

    /** Looks at every grant once; returns when the next one is due. */
    private long round(long now, long idle) {
        List<Lease> due = new ArrayList<>();
        List<Lease> nearlyDue = new ArrayList<>();
        long next = idle;
        for (Lease lease : findings.leases()) {
            if (lease.isOver()) {
                continue;
            }
            if (lease.isPast(now)) {
                expire(lease);
                continue;
            }
            if (lease.isLate(now)) {
                findings.lingered(lease);
                continue;
            }
            if (lasts(lease, now)) {
                continue;
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
        if (!due.isEmpty()) {
            for (Lease lease : nearlyDue) {
                lease.sending(now);
            }
            due.addAll(nearlyDue);
            renew(due);
        }
        return next;
    }

    /** True where the lease was given up because of it. */
    private boolean lasts(Lease lease, long now) {
        for (LiveGrant each : lease.holders()) {
            Limit limit = each.limit();
            if (limit != null
                    && limit.isOpen()
                    && now - limit.dueAt() >= 0
                    && !each.state().isOver()) {
                findings.lasts(each, now);
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
            findings.lingered(lease);
        }
        forget(lease);
    }

    /** Tells those who have it that it is lost; again where somebody got it in the moment of the loss. */
    void tellLoss(Lease lease) {
        for (LiveGrant each : lease.holders()) {
            if (each.lose(lease.lost())) {
                findings.lost(each);
            }
        }
    }
}
