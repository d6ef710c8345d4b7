package io.lockgraft.lock;

import io.lockgraft.backend.Attempt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * One call's turn at a gate, and, once its grant has come, its right to run. It is the token that woven code leaves
 * with: it carries all that the end of the call needs, so any thread can end it. Calls that the same thread makes on
 * the same key inside of it share it; the last one out gives the grant back.
 */
final class Hold {
    private final Site site;
    private final Gate gate;
    private final Thread thread;
    private final long begun;
    private final long deadline;
    private final AtomicInteger entries = new AtomicInteger(1);
    private volatile Attempt attempt;
    private volatile LiveGrant grant;

    Hold(Site site, Gate gate, Thread thread, long begun, long deadline) {
        this.site = site;
        this.gate = gate;
        this.thread = thread;
        this.begun = begun;
        this.deadline = deadline;
    }

    Site site() {
        return site;
    }

    Gate gate() {
        return gate;
    }

    /** When the waiting began and when it must end, by System.nanoTime. */
    long begun() {
        return begun;
    }

    long deadline() {
        return deadline;
    }

    /**
     * One more call of this thread under this hold; false where it is not this thread's, or is over. (A call that comes
     * after the loss waits in the queue like any other: the keeper takes the lost hold out of its way.)
     */
    boolean enterAgain(Thread caller) {
        if (thread != caller || grant == null || !grant.isGood()) {
            return false;
        }
        int inside = entries.get();
        while (inside > 0) {
            if (entries.compareAndSet(inside, inside + 1)) {
                return true;
            }
            inside = entries.get();
        }
        return false;
    }

    /** One call less; true for the last one. */
    boolean leave() {
        return entries.decrementAndGet() == 0;
    }

    void asks(Attempt begun) {
        attempt = begun;
    }

    void runs(LiveGrant got) {
        grant = got;
        attempt = null;
    }

    LiveGrant grant() {
        return grant;
    }

    /** Whether those behind it know that the key is held: by this hold, or by somebody else whom it waits for. */
    boolean isBusy() {
        Attempt asking = attempt;
        return grant != null || asking != null && asking.isContended();
    }

    void wake() {
        LockSupport.unpark(thread);
    }
}
