package io.lockgraft.engine.hold;

import java.util.LinkedList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The calls that wait at a gate, first in, first out, and what the first of them is offered. To wake a thread takes as
 * long as many short calls, and no call would run meanwhile: a convoy. So after a short call the lease is not passed on
 * but offered. The first call takes it when its thread is awake, unless a newcomer barges in before. What a longer call
 * had is passed on at once, and so is everything to a call that others have barged in front of for a while.
 *
 * <p>Changed under the gate's lock.
 */
@SuppressWarnings("JdkObsolete") // a call that steps back is put into its middle
final class WaitQueue {
    /** Queue of gates that have never seen a second call: never added to. */
    static final WaitQueue NOBODY = new WaitQueue();

    /** A body that lasted so long was not short: beside it, to wake a thread is little. */
    private static final long SHORT = TimeUnit.MICROSECONDS.toNanos(50);

    /** For so long others barge in front of a call at the most, and by the call that runs then. */
    private static final long LONGEST = TimeUnit.MILLISECONDS.toNanos(1);

    private final LinkedList<Hold> calls = new LinkedList<>();
    private volatile Lease offered;
    /** The call that others barge in front of, and since when; null where there is none. */
    private Hold overtaken;

    private long since;

    boolean isEmpty() {
        return calls.isEmpty();
    }

    /** Adds the calls to this list, the first one first. */
    void copyTo(List<Hold> all) {
        all.addAll(calls);
    }

    /** The first call, or null. */
    Hold first() {
        return calls.peek();
    }

    /** Takes the first call out; or null. */
    Hold poll() {
        return calls.poll();
    }

    void remove(Hold hold) {
        calls.remove(hold);
    }

    void add(Hold hold) {
        calls.add(hold);
    }

    /** Behind those that are older: mostly there are none, for this call has been on its way to the store. */
    void addByAge(Hold hold) {
        int older = 0;
        for (Hold each : calls) {
            if (each.waiter().begun() - hold.waiter().begun() > 0) {
                break;
            }
            older++;
        }
        calls.add(older, hold);
    }

    /** Lease that the first call is offered, or null. */
    Lease offered() {
        return offered;
    }

    /** True if what this hold had is offered to the first call, and not passed on at once. */
    boolean suitsOffer(Hold ended, long now) {
        if (now - ended.waiter().now() >= SHORT) {
            return false;
        }
        if (overtaken != first()) {
            overtaken = first();
            since = now;
        }
        return isBargingAllowed(now);
    }

    boolean isBargingAllowed(long now) {
        return now - since < LONGEST;
    }

    /** @param lease null: some call has it now */
    void offer(Lease lease) {
        offered = lease;
    }

    /** The first call has a lease, and leaves the queue for the head. */
    void pollServed() {
        calls.poll();
        overtaken = null;
    }
}
