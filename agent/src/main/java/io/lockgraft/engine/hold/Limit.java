package io.lockgraft.engine.hold;

/** How far a hold is on its way to {@code hold.atMost}. Moved on by the keeper alone. */
public final class Limit {
    private final long nanos;
    private long half;
    private long whole;
    private volatile boolean halfPassed;
    private volatile boolean passed;

    Limit(long atMostNanos) {
        this.nanos = atMostNanos;
    }

    /** The hold begins, by System.nanoTime; before the keeper sees it. */
    void begin(long now) {
        half = now + nanos / 2;
        whole = now + nanos;
    }

    /** True if there is anything left to look at. */
    boolean isOpen() {
        return !passed;
    }

    /** When the keeper must look at it again. */
    long dueAt() {
        return halfPassed ? whole : half;
    }

    /** Records that the hold has lasted half of what it may; true the first time. */
    boolean markHalf(long now) {
        boolean first = !halfPassed && now - half >= 0;
        halfPassed |= first;
        return first;
    }

    /** Records that the hold has lasted all that it may; true the first time. */
    public boolean markWhole(long now) {
        boolean first = !passed && now - whole >= 0;
        passed |= first;
        return first;
    }

    /** True if the hold has been told to last long. */
    boolean isTold() {
        return halfPassed;
    }
}
