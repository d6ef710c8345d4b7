package io.lockgraft.spi;

import java.util.concurrent.CompletionException;

/**
 * What a store says of a grant that it was asked to renew or to release: it is held, or was until then; it is lost; or
 * the store cannot say.
 */
public final class Renewal {
    private static final Renewal LOST = lost(null, null);

    private final boolean held;
    private final boolean lost;
    private final long since;
    private final String why;
    private final Throwable cause;

    private Renewal(boolean held, boolean lost, long since, String why, Throwable cause) {
        this.held = held;
        this.lost = lost;
        this.since = since;
        this.why = why;
        this.cause = cause;
    }

    /**
     * The grant is held. Its lease runs from {@code since}: when the question was sent whose answer proves that, by
     * System.nanoTime. A store that answers from what it has heard before (the last heartbeat of a session) tells when
     * that was asked. The time of the answer is too late: the lease may have begun before.
     */
    public static Renewal held(long since) {
        return new Renewal(true, false, since, null, null);
    }

    /** The owner does not have all keys of the grant any more. */
    public static Renewal lost() {
        return LOST;
    }

    /**
     * The same, or the store cannot exclude it at a release: another owner may have been granted the keys before.
     *
     * @param why for the reader of a log
     * @param cause why the store has not said that it has the keys back; null where it has
     */
    public static Renewal lost(String why, Throwable cause) {
        return new Renewal(false, true, 0, why, cause);
    }

    /** The store did not say, or could not; the cause's message is for the reader of a log. */
    public static Renewal unknown(Throwable cause) {
        return new Renewal(false, false, 0, null, cause);
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
        return lost;
    }

    /** From when on the lease runs, by System.nanoTime; 0 where it is not held. */
    public long since() {
        return since;
    }

    /** How it was lost; null where the store knows no more than that, or where it is not lost. */
    public String why() {
        return why;
    }

    /** Why the store could not say; null where it has said. */
    public Throwable cause() {
        return cause;
    }

    @Override
    public String toString() {
        return held ? "held" : lost ? why == null ? "lost" : "lost: " + why : "unknown: " + cause;
    }
}
