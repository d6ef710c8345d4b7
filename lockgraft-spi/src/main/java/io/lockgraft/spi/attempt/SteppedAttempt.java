package io.lockgraft.spi.attempt;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.LockStore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An attempt that moves in steps. Whatever happens to it, on any thread, is a flag and a step. Steps never run at the
 * same time, and hold no lock: a thread that finds one under way leaves its own to it.
 */
public abstract class SteppedAttempt extends OpenAttempt {
    private final AtomicInteger steps = new AtomicInteger();
    private final AtomicBoolean givenBack = new AtomicBoolean();
    private volatile boolean abandoned;
    private volatile Throwable closed;

    @Override
    public final void abandon() {
        abandoned = true;
        step();
        // A step that is under way would do it too late for a caller that asks for the same keys next.
        giveBackIfAbandoned();
    }

    private void giveBackIfAbandoned() {
        Answer given = abandoned ? answer.getNow(null) : null;
        if (given != null && given.grant() != null && givenBack.compareAndSet(false, true)) {
            given.grant().release();
        }
    }

    /** Called when the store is closed: the wait is over. */
    public final void close() {
        closed = new IllegalStateException("the store has been closed");
        step();
    }

    /** Called when the JVM ends, as {@link LockStore#endWaiting} says: the wait is over, and has no answer. */
    public final void endUnanswered() {
        mute();
        closed = new IllegalStateException("the JVM ends");
        step();
    }

    protected final boolean isAbandoned() {
        return abandoned;
    }

    /** Why the attempt was ended so; null while it was not. */
    protected final Throwable closed() {
        return closed;
    }

    /** Goes on, on any thread; the first step begins. */
    protected final void step() {
        if (steps.getAndIncrement() != 0) {
            return;
        }
        int done;
        do {
            done = steps.get();
            try {
                move();
                giveBackIfAbandoned();
            } catch (RuntimeException | Error fault) {
                if (answer.isDone()) {
                    throw fault;
                }
                end(Answer.unavailable(fault));
            }
        } while (steps.addAndGet(-done) != 0);
    }

    /** Does what can be done now; called by one thread at a time. */
    protected abstract void move();

    /** Gives back what it has, and {@linkplain #conclude ends} with this answer. May be called more than once. */
    protected abstract void end(Answer given);
}
