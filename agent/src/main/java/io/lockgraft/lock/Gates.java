package io.lockgraft.lock;

import io.lockgraft.backend.Backend;
import io.lockgraft.lock.outcome.Miss;
import io.lockgraft.report.Counters.Event;
import io.lockgraft.rules.HoldPolicy.OnExceeded;
import io.lockgraft.rules.OnLost;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The gates of all keys in use. However a call's way through its gate ends, nothing is left behind: its place in the
 * queue is given up, its grant released, and a gate that nobody needs is dropped.
 */
final class Gates implements Keeper.Findings {
    /**
     * A deadline that our own loading has overrun lies no longer ago than so: whatever the loading took, the backend has
     * time to ask once. Half of its usual grace.
     */
    private static final long LONGEST_AGO = TimeUnit.MILLISECONDS.toNanos(40);

    private final ConcurrentHashMap<String, Gate> gates = new ConcurrentHashMap<>();
    private final Backend backend;
    private final Keeper keeper;
    private final Interrupter interrupter = new Interrupter();
    private volatile boolean ending;

    Gates(Backend backend) {
        this.backend = backend;
        this.keeper = new Keeper(backend, this);
    }

    /** Ahead of the first call. */
    void connect() {
        backend.connect();
    }

    void close() {
        endLinger();
        keeper.close();
        backend.close();
    }

    /** From now on nothing lingers; waits for the releases that are under way, no longer than so. */
    void settle(long nanos) throws InterruptedException {
        long until = System.nanoTime() + nanos;
        endLinger();
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

    private void endLinger() {
        ending = true;
        for (Gate gate : gates.values()) {
            endLinger(gate);
        }
    }

    /** How many keys are in use. */
    int size() {
        return gates.size();
    }

    /** Whether nobody is at the gate of this key, nor a release of it under way. */
    boolean isFree(String key) {
        return !gates.containsKey(key);
    }

    /** The hold that this thread has on this key, or null. */
    Hold outer(String key) {
        Gate gate = gates.get(key);
        Hold hold = gate == null ? null : gate.of(Thread.currentThread());
        return hold != null && hold.isGood() ? hold : null;
    }

    /**
     * A {@link Hold}; the {@link Miss} that says why there is none; or null where one of the outer holds has ended
     * or was lost meanwhile. An interrupt ends it, one from before too; but not a call that need not wait.
     *
     * @param keys sorted and distinct, those that the thread does not hold yet
     * @param outers the holds of this thread that have the others
     * @param free whether there is one key, which was free a moment ago
     * @param begun when the wait began, by System.nanoTime
     * @param now what System.nanoTime says now
     */
    Object acquire(Site site, List<String> keys, List<Hold> outers, boolean free, long begun, long now) {
        if (!keys.isEmpty() && Thread.interrupted()) {
            return new Miss(Miss.Kind.INTERRUPTED, site.rule(), site.method(), keys, 0, null);
        }
        Hold hold = new Hold(site, Thread.currentThread(), begun, now, deadline(site, begun, now), keys);
        Object got = null;
        boolean enters = false;
        try {
            if (hold.share(outers)) {
                got = keys.isEmpty() ? hold : pass(hold, free);
            }
            // The keeper may have found it lost, or released it early, before the body could begin.
            if (got == hold && !hold.mayBegin()) {
                got = null;
            }
            if (got == hold) {
                site.report().count(keys.isEmpty() ? Event.NESTED : Event.ENTERED);
                enters = true;
            }
            return got;
        } finally {
            if (!enters) {
                giveUp(hold);
            }
        }
    }

    private static long deadline(Site site, long begun, long now) {
        long deadline = begun + site.waitNanos();
        long earliest = now - LONGEST_AGO;
        return deadline - earliest < 0 ? earliest : deadline;
    }

    /**
     * Through the gates, one after the other in the order of their keys, and only then to the backend: whoever waits
     * for a gate has those before it and nothing of the store's, so no two calls ever wait for each other.
     */
    private Object pass(Hold hold, boolean free) {
        Waiting waiting = new Waiting(backend, keeper, hold);
        List<String> keys = hold.keys();
        Object outcome = null;
        for (int i = 0; i < keys.size() && outcome == null; i++) {
            outcome = waiting.turn(join(hold, i, keys.get(i), free));
        }
        if (outcome == null) {
            outcome = waiting.ask();
        }
        if (outcome == hold && hold.passage() == Passage.TOGETHER) {
            for (int i = 0; i < keys.size(); i++) {
                hold.gate(i).stepInside(hold, hold.now());
            }
        }
        if (outcome == hold
                && (hold.grant().limit() != null || hold.grant().lease().isShared())) {
            keeper.look(hold.grant().lease());
        }
        return outcome;
    }

    private Gate join(Hold hold, int number, String key, boolean free) {
        Gate gate = free ? null : gates.get(key);
        while (true) {
            if (gate == null) {
                Gate fresh = new Gate(key);
                hold.comesTo(number, fresh);
                fresh.admit(hold);
                gate = gates.putIfAbsent(key, fresh);
                if (gate == null) {
                    return fresh;
                }
            }
            hold.comesTo(number, gate);
            if (gate.join(hold, hold.now())) {
                // What lingers here and is not for this call is in its way.
                endLinger(gate);
                return gate;
            }
            gates.remove(key, gate);
            gate = gates.get(key);
        }
    }

    /**
     * Ends one call under the hold; after the last one, its shares in outer holds.
     *
     * @return how the grant ends that is given back by it, or null where none is, or where it has ended well
     */
    Ending release(Hold hold) {
        return leave(hold, true);
    }

    /** The same for a call that never came to run: the grant, if there is one, need not last, and nobody asks for a loss. */
    Ending giveUp(Hold hold) {
        leave(hold, false);
        return null;
    }

    private Ending leave(Hold hold, boolean ran) {
        if (!hold.leave()) {
            return null;
        }
        try {
            return giveBack(hold, ran);
        } finally {
            leaveOuters(hold.outers());
        }
    }

    /** Makes no object, as most of a call's end: the heap may be full. */
    private void leaveOuters(List<Hold> outers) {
        for (int i = 0; i < outers.size(); i++) {
            release(outers.get(i));
        }
    }

    /** Passes the lease on or gives it back, without waiting for the store, and leaves the gates. */
    private Ending giveBack(Hold hold, boolean ran) {
        if (hold.grant() == null) {
            leave(hold, null);
            if (hold.grant() == null) {
                return null;
            }
        }
        LiveGrant grant = hold.grant();
        if (!ran) {
            grant.leaveUnused();
        }
        if (!grant.end() || !isLast(grant)) {
            leave(hold, null);
        } else if (!passOn(grant, ran)) {
            return release(grant, ran);
        } else if (grant.lease().isIdle()) {
            lingers(grant.lease());
        }
        tellEnd(grant);
        return null;
    }

    /** Whether nobody else has a share in its lease. */
    private static boolean isLast(LiveGrant grant) {
        return !grant.lease().isShared() || grant.hold().gate(0).leaveShared(grant);
    }

    /** Whether the next call in the queue has the lease now, or it lingers; else it is no longer renewed, and goes back to the store. */
    private boolean passOn(LiveGrant grant, boolean ran) {
        Hold hold = grant.hold();
        boolean passed = false;
        try {
            passed = hold.keys().size() == 1
                    && grant.state() == GrantState.RELEASED
                    && (hold.gate(0).isAwaited() || grant.terms().lingerNanos() > 0)
                    && !(ran && grant.restNanos() > 0)
                    && hold.gate(0).passOn(grant, System.nanoTime());
            return passed;
        } finally {
            // An error may have come when the next one had it already: then it is kept.
            if (!passed && (grant.lease().isShared() || grant.lease().speaker() == grant.hold())) {
                keeper.forget(grant.lease());
            }
        }
    }

    /** Looks whether all is over after it has begun to linger; who ends all looks for what lingers after he has said so. */
    private void lingers(Lease lease) {
        if (ending) {
            lingered(lease);
        } else {
            keeper.look(lease);
        }
    }

    private void endLinger(Gate gate) {
        Lease idle = gate.lingering();
        if (idle != null) {
            lingered(idle);
        }
    }

    /** It goes back in its last holder's name, who leaves the head only when that is on its way. */
    @Override
    public void lingered(Lease lease) {
        if (!lease.speaker().gate(0).endLinger(lease)) {
            return;
        }
        keeper.forget(lease);
        CompletableFuture<Boolean> released = null;
        try {
            released = new LingerEnding(lease).answer();
        } finally {
            leave(lease.speaker(), released);
        }
    }

    private Ending release(LiveGrant grant, boolean ran) {
        Ending ending = null;
        try {
            boolean wasHeld = grant.state() == GrantState.RELEASED;
            ending = Ending.of(grant, wasHeld, ran ? grant.restNanos() : 0);
            tellEnd(grant);
            return ending;
        } finally {
            leave(grant.hold(), ending == null ? null : ending.answer());
        }
    }

    private static void tellEnd(LiveGrant grant) {
        if (grant.limit() != null && grant.limit().isTold()) {
            grant.hold().site().report().holds().ended(grant);
        }
    }

    /** The last first, and each for itself: where there is no memory for one, the others are left all the same. */
    private void leave(Hold hold, CompletableFuture<?> released) {
        Error failure = null;
        for (int i = hold.keys().size() - 1; i >= 0; i--) {
            try {
                if (hold.gate(i) != null) {
                    leave(hold.gate(i), hold, released);
                }
            } catch (Error e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void leave(Gate gate, Hold hold, CompletableFuture<?> released) {
        if (gate.leave(hold, released)) {
            gates.remove(gate.key(), gate);
            return;
        }
        CompletableFuture<?> returning = gate.returning();
        if (returning != null && gate.isEmpty()) {
            returning.whenComplete((ours, failure) -> {
                if (gate.tidy()) {
                    gates.remove(gate.key(), gate);
                }
            });
        }
    }

    @Override
    public Collection<Lease> leases() {
        Set<Lease> all = new HashSet<>();
        for (Gate gate : gates.values()) {
            gate.addLeases(all);
        }
        return all;
    }

    @Override
    public boolean isAnythingHeld() {
        return !gates.isEmpty();
    }

    /**
     * From now on the key is anybody's, calls of this JVM included: they ask the store like everybody else. A call that was
     * about to begin does so, too, and nobody tells it of a loss that was none of its own.
     */
    @Override
    public void lost(LiveGrant grant) {
        LiveGrant used = grant.lease().used(grant);
        try {
            if (used == grant) {
                report(grant).lost(grant);
            } else if (used != null) {
                report(used)
                        .lostAtEnd(
                                used,
                                new Loss(used, System.nanoTime(), grant.lease().lost()));
            }
        } finally {
            leave(grant.hold(), null);
            if (used == grant && grant.terms().onLost() == OnLost.INTERRUPT) {
                interrupter.interrupt(grant);
            }
        }
    }

    private static HoldReport report(LiveGrant grant) {
        return grant.hold().site().report().holds();
    }

    @Override
    public void lasts(LiveGrant grant, long now) {
        HoldReport report = grant.hold().site().report().holds();
        if (grant.limit().passesHalf(now)) {
            interrupter.passedHalf(grant);
        }
        if (grant.limit().passes(now)) {
            try {
                report.exceeded(grant);
            } finally {
                if (grant.terms().onExceeded() == OnExceeded.INTERRUPT) {
                    interrupter.interrupt(grant);
                } else if (grant.terms().onExceeded() == OnExceeded.RELEASE && grant.endEarly()) {
                    releaseEarly(grant);
                }
            }
        }
    }

    /** As after a loss, but the store is told. */
    private void releaseEarly(LiveGrant grant) {
        CompletableFuture<Boolean> released = null;
        try {
            grant.hold().site().report().count(Event.RELEASED_EARLY);
            if (isLast(grant)) {
                keeper.forget(grant.lease());
                Ending ending = Ending.of(grant, true, 0);
                released = ending == null ? null : ending.answer();
            }
        } finally {
            leave(grant.hold(), released);
        }
    }
}
