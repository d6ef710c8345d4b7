package io.lockgraft.store.redis.signal;

/** When the last messages of a channel came, for a waiter that joins later. Times are of System.nanoTime. */
public final class RecentMessages {
    private static final int MEMORY = 8;

    /** More than any waiter can have in front of it. */
    private static final int MANY = Integer.MAX_VALUE / 2;

    // Guarded by this.
    private final long[] told = new long[MEMORY];
    private int messages;
    private long called;
    private boolean hasCalled;

    /** A release was told. */
    synchronized void told(long now) {
        told[messages++ % MEMORY] = now;
        messages = messages == 2 * MEMORY ? MEMORY : messages;
    }

    /** The first of the queue was called; or releases may have been missed. */
    synchronized void called(long now) {
        called = now;
        hasCalled = true;
    }

    /** How many releases since that time; or more than there can be, where it does not remember them all. */
    public synchronized int toldSince(long time) {
        int missed = 0;
        for (int i = 0; i < Math.min(messages, MEMORY); i++) {
            missed += told[i] - time >= 0 ? 1 : 0;
        }
        return missed == MEMORY ? MANY : missed;
    }

    /** Whether that was since that time. */
    public synchronized boolean calledSince(long time) {
        return hasCalled && called - time >= 0;
    }
}
