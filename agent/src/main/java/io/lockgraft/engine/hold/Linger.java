package io.lockgraft.engine.hold;

/**
 * The time for which a lease stays with this JVM although no call has it. It begins when the last call ends and none
 * waits at the gate, and that first moment is what it is counted from, however often calls take the lease again
 * meanwhile: another JVM leaves no sign by which we could always know that it waits, so it must not depend on what we
 * do.
 *
 * <p>Changed under the gate's lock, and read by the keeper.
 */
final class Linger {
    /** Up to this part of it sooner, the keeper takes several together that would be over one after the other. */
    private static final int EARLY = 8;

    private boolean begun;
    private volatile long until;
    private volatile long early;
    private volatile boolean idle;

    /** A call has ended, and its rule lets the lease stay for so long. */
    void begin(long nanos, long now) {
        if (!begun || now + nanos - until < 0) {
            until = now + nanos;
            early = nanos / EARLY;
        }
        begun = true;
        idle = true;
    }

    /** A call has the lease again. */
    void end() {
        idle = false;
    }

    /** True if no call has the lease; also while it goes back. */
    boolean isIdle() {
        return idle;
    }

    boolean isPast(long now) {
        return now - until >= 0;
    }

    /** True if the keeper, which is here now, gives the lease back. */
    boolean isDue(long now) {
        return idle && now - (until - early) >= 0;
    }

    /** This, or when the keeper must give the lease back, if that comes before. */
    long dueBefore(long due) {
        return idle && until - due < 0 ? until : due;
    }
}
