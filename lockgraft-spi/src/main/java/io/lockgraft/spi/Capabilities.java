package io.lockgraft.spi;

/**
 * What a store can keep beside every kind of lock. A rule that asks for more is refused by name, at `check` and at the
 * start. Immutable.
 */
public final class Capabilities {
    private final boolean severalPermits;
    private final boolean outlivesProcess;

    private Capabilities(boolean severalPermits, boolean outlivesProcess) {
        this.severalPermits = severalPermits;
        this.outlivesProcess = outlivesProcess;
    }

    /** A store that keeps semaphores of several permits, and locks of dead processes. */
    public static Capabilities all() {
        return new Capabilities(true, true);
    }

    /** The same, with semaphores of one permit only. */
    public Capabilities withOnePermit() {
        return new Capabilities(false, outlivesProcess);
    }

    /** The same, but a lock ends with the process that holds it, before its lease is over. */
    public Capabilities endingWithProcess() {
        return new Capabilities(severalPermits, false);
    }

    /** What a store keeps that is made of both. */
    public Capabilities and(Capabilities other) {
        return new Capabilities(
                severalPermits && other.severalPermits, outlivesProcess && other.outlivesProcess);
    }

    /** Whether a semaphore may let in more than one owner. */
    public boolean severalPermits() {
        return severalPermits;
    }

    /** Whether a lock stays until its lease ends when its process dies. */
    public boolean outlivesProcess() {
        return outlivesProcess;
    }
}
