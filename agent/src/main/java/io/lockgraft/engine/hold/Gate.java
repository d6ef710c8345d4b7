package io.lockgraft.engine.hold;

import io.lockgraft.engine.site.QueueMode;
import io.lockgraft.engine.thread.BriefLock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * The queue of one key in this JVM, and how a lease changes hands there (cohort handoff). First in, first out, but for
 * barging ({@link WaitQueue}). Only the call at the head asks the store. Beside it a call with a permit may try, and
 * {@code fair} calls ask from the inside. A call that excludes others stays at the head until it leaves. One that does
 * not steps inside as soon as it has its lease, and the next one's turn comes ({@link QueueMode}).
 *
 * <p>A state machine without waiting and without a store. A call joins, is at the head when its turn comes, and leaves.
 * The last one to leave closes the gate for good, and a call that comes then makes a new one.
 *
 * <p>The lock is held for a few instructions only, and no thread stays in its queue ({@link BriefLock}). Calls wait by
 * parking outside of it.
 */
public final class Gate {
    private final String key;
    private final ReentrantLock lock;
    private final GateCalls calls = new GateCalls();

    /**
     * What stays here although the call that had it has ended. That call stays at the head as well, until another one
     * takes its place or the lease is on its way back: no call behind it asks the store before. Null mostly.
     */
    private volatile Lease lingering;

    public Gate(String key) {
        this(key, new BriefLock());
    }

    /** For tests: with a lock of theirs. */
    public Gate(String key, ReentrantLock lock) {
        this.key = key;
        this.lock = lock;
    }

    public String key() {
        return key;
    }

    public GateCalls calls() {
        return calls;
    }

    /** The call whose turn it is, or null. */
    public Hold head() {
        return calls.head();
    }

    /**
     * Takes the first of these places that it may have:
     *
     * <ul>
     *   <li>inside, for {@code fair}
     *   <li>the head, if the gate has none; or inside, if it may join the lease of readers
     *   <li>inside, to try for a permit beside the head
     *   <li>the head, with the lease that lingers there or that it may barge in for
     *   <li>the end of the queue
     * </ul>
     *
     * @return false if the gate is closed
     */
    public boolean join(Hold hold, long now) {
        lock.lock();
        try {
            if (calls.closed) {
                return false;
            }
            if (hold.queueMode() == QueueMode.BESIDE) {
                calls.inside.letIn(hold);
            } else if (calls.head == null) {
                calls.head = calls.letShare(hold, now) ? null : hold;
            } else if (hold.waiter().mayTry()
                    && !calls.head.waiter().isBusy()
                    && (calls.queue.isEmpty() || hold.waiter().deadline() - now <= 0)) {
                calls.letTry(hold);
            } else if (!resume(hold, now) && !barge(hold, now)) {
                calls.waiting().add(hold);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Moves the hold inside. Readers behind it join its lease; then the next call becomes head. If the store had room
     * for it at once, one call more may try. Does nothing if the hold has left already.
     */
    public void stepInside(Hold hold, long now) {
        Hold next = null;
        Hold another = null;
        lock.lock();
        try {
            if (calls.head == hold) {
                calls.inside.letIn(hold);
                calls.openLease(hold);
                calls.shareOut(now);
                next = calls.nextToHead();
            } else if (hold.waiter().isTrying()) {
                next = calls.letTryNext();
            }
            if (hold.waiter().mayTry() && !hold.part().lease().wasContended()) {
                another = calls.letTryNext();
            }
        } finally {
            lock.unlock();
            GateCalls.wake(next);
            GateCalls.wake(another);
        }
    }

    /** Ends a reader's share; true if it was the last one, which must give the lease back. */
    public boolean removeSharer(LeasePart part) {
        return locked(() -> {
            boolean last = part.lease().removeSharer(part);
            if (last) {
                calls.closeLease(part.lease());
            }
            return last;
        });
    }

    /**
     * Passes the lease of a hold that has ended on to the next call in the queue, or offers it to that. Where no call
     * waits it may linger, for the next one that comes.
     */
    public Afterwards passOn(LeasePart part, long now) {
        Hold next = null;
        lock.lock();
        try {
            boolean atHead = calls.head == part.hold();
            Hold first = atHead ? calls.queue.first() : null;
            boolean free = atHead && first == null && calls.inside.isEmpty();
            if (free && part.lease().beginLinger(part, now)) {
                lingering = part.lease();
                return Afterwards.LINGERS;
            }
            if (first != null && part.lease().mayPass(part, first, now)) {
                next = first;
                // The call that had it stays at the head meanwhile.
                if (calls.queue.suitsOffer(part.hold(), now)) {
                    calls.queue.offer(part.lease());
                } else {
                    toFirst(next, part.lease(), now);
                }
            }
            return next == null ? Afterwards.GOES_BACK : Afterwards.HANDED_OVER;
        } finally {
            lock.unlock();
            GateCalls.wake(next);
        }
    }

    /**
     * Accepts the offered lease. Called by the waiting thread when it is awake.
     *
     * @return false where it must go on waiting: it is offered nothing, or a call that has come meanwhile was faster.
     *     Else its turn has come, maybe by another way: a thread that waits for the lock in here may have been woken
     *     for that, and is not woken again
     */
    public boolean accept(Hold hold) {
        return calls.queue.offered() != null
                && locked(() -> takeOffered(hold) || calls.head == hold || hold.part() != null);
    }

    /** True if what this hold had is another one's now, or offered to one. */
    public boolean hasPassedOn(LeasePart part) {
        return locked(() -> part.lease().reportingHold() != part.hold() || calls.queue.offered() == part.lease());
    }

    /** The lease that lingers here, or null. */
    public Lease lingering() {
        return lingering;
    }

    /** Ends the lingering; true for the one caller that must give the lease back, and then leave for its holder. */
    public boolean endLinger(Lease lease) {
        return locked(() -> {
            boolean ends = lingering == lease;
            lingering = ends ? null : lingering;
            return ends;
        });
    }

    /**
     * Gives up the place, wherever it is; the next call's turn comes, if it was the head. Twice is harmless. A call
     * that gives up waiting and has been passed a lease in this moment, or is offered one, stays: it has that to pass
     * on or to give back.
     *
     * @param released the answer to the release of this hold's lease, or null
     * @return true if the gate was closed by it
     */
    public boolean leave(Hold hold, CompletableFuture<?> released) {
        Hold next = null;
        lock.lock();
        try {
            if (hold.hasLease() || takeOffered(hold)) {
                return false;
            } else if (calls.head == hold) {
                next = calls.nextToHead();
            } else if (!calls.inside.takeOut(hold)) {
                calls.queue.remove(hold);
            }
            // Also where the call has left already: its body ended while the keeper was about to release it early.
            calls.addReturning(released);
            return calls.closeIfIdle();
        } finally {
            lock.unlock();
            GateCalls.wake(next);
        }
    }

    /** Gives the lingering lease to a call that comes, if it may have it. */
    private boolean resume(Hold hold, long now) {
        Lease idle = lingering;
        boolean resumes = idle != null && calls.queue.isEmpty() && idle.mayResume(hold, now);
        if (resumes) {
            idle.passTo(hold, now);
            lingering = null;
            calls.head = hold;
        }
        return resumes;
    }

    /** Gives the offered lease to a call that comes, if it may barge in. */
    private boolean barge(Hold hold, long now) {
        Lease free = calls.queue.offered();
        boolean barges =
                free != null && calls.queue.isBargingAllowed(now) && free.mayBarge(hold, calls.queue.first(), now);
        if (barges) {
            calls.queue.offer(null);
            free.passTo(hold, now);
            calls.head = hold;
        }
        return barges;
    }

    /**
     * Gives the offered lease to this call if it is the first in the queue. That is the call that it was offered to: no
     * other steps back in front of it, for what tries has keys of its own.
     */
    private boolean takeOffered(Hold hold) {
        Lease its = calls.queue.offered();
        boolean accepts = its != null && calls.queue.first() == hold;
        if (accepts) {
            calls.queue.offer(null);
            // An earlier look may lie before the hold of one that has barged in meanwhile.
            hold.waiter().readClock();
            toFirst(hold, its, hold.waiter().now());
        }
        return accepts;
    }

    private void toFirst(Hold first, Lease lease, long now) {
        lease.passTo(first, now);
        calls.queue.pollServed();
        calls.head = first;
    }

    /** Gives a hold that came without a thread one: calls of that thread are nested from now on. */
    public void attach(Hold hold, Thread thread) {
        locked(() -> calls.attach(hold, thread));
    }

    /** Puts a call that has tried in vain into the queue, where its age puts it. */
    public void stepBack(Hold hold) {
        locked(() -> calls.stepBack(hold));
    }

    /**
     * Returns when no thread is in the midst of passing on a lease. A call that got one may see it before it is at the
     * head, and a nested call that it made now would not find it there, and wait for it.
     */
    public void settle() {
        lock.lock();
        lock.unlock();
    }

    /** Closes the gate if no call is there and no release is under way. */
    public boolean tidy() {
        return locked(calls::closeIfIdle);
    }

    boolean locked(BooleanSupplier step) {
        lock.lock();
        try {
            return step.getAsBoolean();
        } finally {
            lock.unlock();
        }
    }
}
