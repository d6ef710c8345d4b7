package io.lockgraft.lock;

import io.lockgraft.backend.Backend;
import io.lockgraft.backend.Grant;
import io.lockgraft.report.RateLimited;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Renews the grants that are out, all that are due in one batch, and notices the lost ones and those that are held for
 * too long. One daemon thread does it, from the first grant until there has been none for a while; it never waits for the store.
 */
final class Keeper {
    static final String THREAD = "lockgraft-keeper";

    private static final long IDLE = TimeUnit.SECONDS.toNanos(30);

    /** A full heap passes; what is due meanwhile does not wait for long. */
    private static final long AFTER_MISTAKE = TimeUnit.MILLISECONDS.toNanos(100);

    /** Further away than any grant's due time. */
    private static final long NEVER = Long.MAX_VALUE / 4;

    /** What follows from what the keeper finds. */
    interface Findings {
        /** The grant is lost. On the keeper's or the backend's thread. */
        void lost(LiveGrant grant);

        /** It is held for half of what it may, or for all of it. On the keeper's thread. */
        void lasts(LiveGrant grant, long now);
    }

    private final Backend backend;
    private final Findings findings;
    private final Set<LiveGrant> grants = ConcurrentHashMap.newKeySet();
    private final RateLimited mistakes = new RateLimited();
    private volatile Thread thread;
    private volatile long wakesAt;
    private volatile boolean closed;

    Keeper(Backend backend, Findings findings) {
        this.backend = backend;
        this.findings = findings;
    }

    void keep(LiveGrant grant) {
        grants.add(grant);
        if (thread == null) {
            start();
        } else if (grant.dueAt() - wakesAt < 0) {
            wake();
        }
    }

    void forget(LiveGrant grant) {
        grants.remove(grant);
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

    /** True once the thread shall end. A grant that comes in this moment finds none and starts another. */
    private synchronized boolean retire() {
        thread = null;
        if (!closed && !grants.isEmpty()) {
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
            // Until the round is over, every new grant wakes us: it may have come too late for this round.
            wakesAt = now + NEVER;
            if (!grants.isEmpty()) {
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
        List<LiveGrant> due = new ArrayList<>();
        List<LiveGrant> nearlyDue = new ArrayList<>();
        long next = idle;
        for (LiveGrant grant : grants) {
            if (grant.state().isOver()) {
                grants.remove(grant);
                continue;
            }
            if (grant.isPast(now)) {
                expire(grant);
                continue;
            }
            if (lasts(grant, now)) {
                continue;
            }
            if (grant.isDue(now)) {
                due.add(grant);
                if (grant.sending(now)) {
                    tellRisk(grant, null);
                }
            } else if (grant.isNearlyDue(now)) {
                nearlyDue.add(grant);
            }
            next = grant.dueAt() - next < 0 ? grant.dueAt() : next;
        }
        if (!due.isEmpty()) {
            for (LiveGrant grant : nearlyDue) {
                grant.sending(now);
            }
            due.addAll(nearlyDue);
            renew(due);
        }
        return next;
    }

    /** True where the grant was given up because of it. */
    private boolean lasts(LiveGrant grant, long now) {
        Limit limit = grant.limit();
        if (limit != null && limit.isOpen() && now - limit.dueAt() >= 0) {
            findings.lasts(grant, now);
        }
        return grant.state().isOver();
    }

    /** @param round those that are due as far as is known; the JVM may have been paused since that was looked at */
    private void renew(List<LiveGrant> round) {
        long sentAt = System.nanoTime();
        List<LiveGrant> due = new ArrayList<>(round.size());
        List<Grant> batch = new ArrayList<>(round.size());
        for (LiveGrant grant : round) {
            if (grant.isPast(sentAt)) {
                expire(grant);
            } else {
                due.add(grant);
                batch.add(grant.grant());
            }
        }
        List<CompletableFuture<Boolean>> answers;
        try {
            answers = backend.renew(batch);
        } catch (RuntimeException e) {
            due.forEach(grant -> doubt(grant, e));
            return;
        }
        for (int i = 0; i < due.size(); i++) {
            LiveGrant grant = due.get(i);
            answers.get(i).whenComplete((ours, failure) -> answered(grant, sentAt, ours, failure));
        }
    }

    private void answered(LiveGrant grant, long sentAt, Boolean ours, Throwable failure) {
        if (failure != null) {
            doubt(grant, failure);
            wake();
        } else if (ours) {
            grant.confirm(sentAt);
        } else {
            lose(grant, "the lock server does not have it any more");
        }
    }

    private static void doubt(LiveGrant grant, Throwable failure) {
        if (grant.doubt(System.nanoTime())) {
            tellRisk(grant, failure);
        }
    }

    private static void tellRisk(LiveGrant grant, Throwable failure) {
        long left = grant.endsAt() - System.nanoTime();
        grant.hold().site().report().holds().atRisk(grant.grant().request(), left, failure);
    }

    private void expire(LiveGrant grant) {
        lose(
                grant,
                grant.terms().isRenewed()
                        ? "the lock server did not confirm it before its lease ended"
                        : "its lease ended, and the rule says renew: false");
    }

    /** It is looked after until it is lost: where there is no memory for that, the next round finds it again. */
    private void lose(LiveGrant grant, String why) {
        boolean first = grant.lose(why);
        grants.remove(grant);
        if (first) {
            findings.lost(grant);
        }
    }
}
