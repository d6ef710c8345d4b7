package io.lockgraft.engine.hold;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * What is at a gate at one moment, copied under its lock: no call is missing, and none is seen twice. The holds in it
 * go on meanwhile.
 */
public final class GateView {
    private static final Comparator<Hold> OLDEST_FIRST =
            (one, other) -> Long.signum(one.waiter().begun() - other.waiter().begun());

    private final String key;
    private final List<Hold> holding = new ArrayList<>(1);
    private final List<Hold> waiting = new ArrayList<>(1);
    private Hold ended;
    private Lease lingering;
    private Lease offered;
    private boolean returning;

    private GateView(String key) {
        this.key = key;
    }

    public static GateView of(Gate gate) {
        GateView view = new GateView(gate.key());
        gate.locked(() -> view.copy(gate.calls(), gate.lingering()));
        return view;
    }

    /** Without a method reference: the first one to be linked would be linked under the lock. */
    private boolean copy(GateCalls calls, Lease lingers) {
        lingering = lingers;
        offered = calls.queue.offered();
        CompletableFuture<?> under = calls.returning();
        returning = under != null && !under.isDone();
        List<Hold> inside = new ArrayList<>(1);
        calls.inside.copyTo(inside);
        inside.sort(OLDEST_FIRST);
        if (calls.head != null) {
            add(calls.head);
        }
        for (Hold each : inside) {
            add(each);
        }
        calls.queue.copyTo(waiting);
        return true;
    }

    private void add(Hold hold) {
        if (hold.part() == null) {
            waiting.add(hold);
        } else if (hold.hasLease()) {
            holding.add(hold);
        } else {
            ended = hold;
        }
    }

    public String key() {
        return key;
    }

    /** The calls that have a lease on the key, the oldest first. */
    public List<Hold> holding() {
        return holding;
    }

    /** The calls that have none: the one whose turn it is comes first, the queue last. */
    public List<Hold> waiting() {
        return waiting;
    }

    /** A call that has ended and is on its way out, or stays for what it had; or null. */
    public Hold ended() {
        return ended;
    }

    /** Lease that no call has and that stays here for the next one; or null. */
    public Lease lingering() {
        return lingering;
    }

    /** Lease that the first waiting call takes when its thread is awake; or null. */
    public Lease offered() {
        return offered;
    }

    /** True if the store has not confirmed a release of the key yet. */
    public boolean isReturning() {
        return returning;
    }

    /** True if nothing is here: the gate has been closed since it was found. */
    public boolean isEmpty() {
        return holding.isEmpty() && waiting.isEmpty() && ended == null && !returning;
    }
}
