package io.lockgraft.engine.hold;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * The body of a call, for what may have to interrupt its thread: it begins with the lease and ends as the first
 * thing of the call's exit. No interrupt of ours reaches the thread after that: one that is on its way is waited for,
 * and one that the body did not notice is taken back, because it was not for the caller.
 *
 * <p>Taken back only where the flag was not set before ours: an interrupt of the application's own is kept. (One that
 * comes after ours cannot be told from it, be it that the body has noticed ours or not, and goes with it at the body's
 * end.) Where a call around this one has been interrupted too, the flag is left to that.
 */
public final class Body {
    private enum State {
        RUNS,
        /** About to be interrupted, by a thread that looks whether its flag is set already. */
        LOOKED_AT,
        BEING_INTERRUPTED,
        ENDED
    }

    /** An application that overrides {@link Thread#interrupt} may wait in it, be it for this very thread. */
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);

    private static final long LOOK_AGAIN = TimeUnit.MILLISECONDS.toNanos(1);

    /** The running ones that were interrupted: few, and seldom any. */
    private static final Set<Body> INTERRUPTED = ConcurrentHashMap.newKeySet();

    private final Thread thread;
    private final AtomicReference<State> state = new AtomicReference<>(State.RUNS);
    private volatile boolean interrupted;

    Body(Thread thread) {
        this.thread = thread;
    }

    /** Interrupts its thread, which may run code of the application's. False: it has ended, and nothing is done. */
    public boolean interrupt() {
        if (!state.compareAndSet(State.RUNS, State.LOOKED_AT)) {
            return false;
        }
        boolean goesOn = false;
        try {
            if (!thread.isInterrupted() || isOurs()) {
                interrupted = true;
                INTERRUPTED.add(this);
            }
            goesOn = state.compareAndSet(State.LOOKED_AT, State.BEING_INTERRUPTED);
            if (goesOn) {
                thread.interrupt();
            }
            return goesOn;
        } finally {
            if (!state.compareAndSet(goesOn ? State.BEING_INTERRUPTED : State.LOOKED_AT, State.RUNS)) {
                // Its end has not waited for so long.
                INTERRUPTED.remove(this);
            }
        }
    }

    boolean isOver() {
        return state.get() == State.ENDED;
    }

    /** Ends the body. Called by the thread that ends the call, before it does anything else. */
    void end() {
        if (!state.compareAndSet(State.RUNS, State.ENDED) && !isOver()) {
            awaitInterrupt();
        }
        if (interrupted && INTERRUPTED.remove(this) && thread == Thread.currentThread()) {
            takeBack();
        }
    }

    private void awaitInterrupt() {
        long until = System.nanoTime() + PATIENCE;
        boolean flag = false;
        while (!state.compareAndSet(State.RUNS, State.ENDED) && !isOver() && until - System.nanoTime() > 0) {
            if (state.get() == State.BEING_INTERRUPTED) {
                // An interrupted thread does not park.
                flag |= Thread.interrupted();
                LockSupport.parkNanos(this, LOOK_AGAIN);
            } else {
                // The flag is being looked at: it stays as it is.
                Thread.yield();
            }
        }
        state.set(State.ENDED);
        if (flag) {
            Thread.currentThread().interrupt();
        }
    }

    private void takeBack() {
        if (!isOurs() && Thread.interrupted() && isOurs()) {
            // What is gone now was for the call around this one, which was interrupted between the two looks.
            thread.interrupt();
        }
    }

    /** True if a flag that this thread has may be of our making. */
    private boolean isOurs() {
        for (Body each : INTERRUPTED) {
            if (each.thread == thread) {
                return true;
            }
        }
        return false;
    }
}
