package io.lockgraft.lock;

import io.lockgraft.backend.Backend;
import io.lockgraft.backend.Request;
import io.lockgraft.lock.outcome.Miss;
import io.lockgraft.report.Counters.Event;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The gates of all keys in use. However a call's way through its gate ends, nothing is left behind: its place in the
 * queue is given up, its grant released, and a gate that nobody needs is dropped.
 */
final class Gates {
    /**
     * A deadline that our own loading has overrun lies no longer ago than so: whatever the loading took, the backend has
     * time to ask once. Half of its usual grace.
     */
    private static final long LONGEST_AGO = TimeUnit.MILLISECONDS.toNanos(40);

    private final ConcurrentHashMap<String, Gate> gates = new ConcurrentHashMap<>();
    private final Backend backend;
    private final Keeper keeper;

    Gates(Backend backend) {
        this.backend = backend;
        this.keeper = new Keeper(backend, this::lost);
    }

    void close() {
        keeper.close();
        backend.close();
    }

    /** Waits for the releases that are under way, no longer than so. */
    void settle(long nanos) throws InterruptedException {
        long until = System.nanoTime() + nanos;
        for (Gate gate : gates.values()) {
            CompletableFuture<?> returning = gate.returning();
            if (returning != null) {
                try {
                    returning.get(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
                } catch (ExecutionException | TimeoutException e) {
                    // Whoever released it tells.
                }
            }
        }
    }

    /** How many keys are in use. */
    int size() {
        return gates.size();
    }

    /** The hold of this thread on this key, entered once more; or null. */
    Hold enterAgain(String key) {
        Gate gate = gates.get(key);
        Hold head = gate == null ? null : gate.head();
        return head != null && head.enterAgain(Thread.currentThread()) ? head : null;
    }

    /**
     * A {@link Hold}, or the {@link Miss} that says why there is none. An interrupt ends it, one from before too.
     *
     * @param begun when the wait began, by System.nanoTime
     */
    Object acquire(Site site, String key, long begun) {
        if (Thread.interrupted()) {
            return new Miss(Miss.Kind.INTERRUPTED, site.rule(), site.method(), key, 0, null);
        }
        Hold hold = join(site, key, begun, deadline(site, begun));
        Object got = null;
        try {
            Object outcome = new Waiting(backend, keeper, hold).outcome();
            if (outcome == hold) {
                site.report().count(Event.ENTERED);
            }
            got = outcome;
            return got;
        } finally {
            if (got != hold) {
                giveUp(hold);
            }
        }
    }

    private static long deadline(Site site, long begun) {
        long deadline = begun + site.waitNanos();
        long earliest = System.nanoTime() - LONGEST_AGO;
        return deadline - earliest < 0 ? earliest : deadline;
    }

    private Hold join(Site site, String key, long begun, long deadline) {
        while (true) {
            Gate gate = gates.get(key);
            if (gate == null) {
                Gate fresh = new Gate(key);
                Gate other = gates.putIfAbsent(key, fresh);
                gate = other == null ? fresh : other;
            }
            Hold hold = new Hold(site, gate, Thread.currentThread(), begun, deadline);
            if (gate.join(hold)) {
                return hold;
            }
            gates.remove(key, gate);
        }
    }

    /** Ends one call under the hold; the last one gives the grant back, without waiting for the store. */
    void release(Hold hold) {
        if (!hold.leave()) {
            return;
        }
        LiveGrant grant = hold.grant();
        CompletableFuture<Boolean> released = null;
        try {
            boolean wasHeld = grant.end();
            keeper.forget(grant);
            released = grant.release();
            released.whenComplete((ours, failure) -> released(grant, wasHeld, ours, failure));
        } finally {
            leave(hold, released);
        }
    }

    /** Leaves the gate without having run; a grant that came before something went wrong is given back. */
    private void giveUp(Hold hold) {
        LiveGrant grant = hold.grant();
        if (grant == null) {
            leave(hold, null);
        } else {
            release(hold);
        }
    }

    private void leave(Hold hold, CompletableFuture<?> released) {
        Gate gate = hold.gate();
        if (gate.leave(hold, released)) {
            gates.remove(gate.key(), gate);
            return;
        }
        CompletableFuture<?> returning = gate.returning();
        if (returning != null && gate.head() == null) {
            returning.whenComplete((ours, failure) -> {
                if (gate.tidy()) {
                    gates.remove(gate.key(), gate);
                }
            });
        }
    }

    private void released(LiveGrant grant, boolean wasHeld, Boolean ours, Throwable failure) {
        Site site = grant.hold().site();
        if (failure != null) {
            site.report().releasedLate(grant.grant().request(), failure);
        } else if (!ours && wasHeld) {
            Request request = grant.grant().request();
            site.report().lostAtEnd(request, grant.ageNanos(System.nanoTime()));
        }
    }

    /** From now on the key is anybody's, calls of this JVM included: they ask the store like everybody else. */
    private void lost(LiveGrant grant, String why) {
        Site site = grant.hold().site();
        try {
            site.report().lost(grant.grant().request(), grant.ageNanos(System.nanoTime()), why);
        } finally {
            leave(grant.hold(), null);
        }
    }
}
