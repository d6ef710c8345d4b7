package io.lockgraft.spi;

import java.util.concurrent.CompletionException;

/** What a store says of a grant that it was asked to renew: it is held, it is lost, or the store cannot say. */
public final class Renewal {
    private static final Renewal LOST = new Renewal(false, 0, null);

    private final boolean held;
    private final long since;
    private final Throwable cause;

    private Renewal(boolean held, long since, Throwable cause) {
        this.held = held;
        this.since = since;
        this.cause = cause;
    }

    /**
     * The grant is held. Its lease runs from {@code since}: when the question was sent whose answer proves that, by
     * System.nanoTime. A store that answers from what it has heard before (the last heartbeat of a session) tells when
     * that was asked. The time of the answer is too late: the lease may have begun before.
     */
    public static Renewal held(long since) {
        return new Renewal(true, since, null);
    }

    /** The owner does not have all keys of the grant any more. */
    public static Renewal lost() {
        return LOST;
    }

    /** The store did not say, or could not; the cause's message is for the reader of a log. */
    public static Renewal unknown(Throwable cause) {
        return new Renewal(false, 0, cause);
    }

    /**
     * What the end of one question means.
     *
     * @param sentAt when it was sent, by System.nanoTime
     * @param ours the answer; null where the question failed
     * @param failure null where it was answered
     */
    public static Renewal of(long sentAt, Boolean ours, Throwable failure) {
        if (failure != null) {
            boolean wrapped = failure instanceof CompletionException && failure.getCause() != null;
            return unknown(wrapped ? failure.getCause() : failure);
        }
        return ours ? held(sentAt) : LOST;
    }

    public boolean isHeld() {
        return held;
    }

    public boolean isLost() {
        return this == LOST;
    }

    /** From when on the lease runs, by System.nanoTime; 0 where it is not held. */
    public long since() {
        return since;
    }

    /** Why the store could not say; null where it has said. */
    public Throwable cause() {
        return cause;
    }

    @Override
    public String toString() {
        return held ? "held" : isLost() ? "lost" : "unknown: " + cause;
    }
}
