package io.lockgraft.backend;

/** What an attempt ends with: a grant; busy, the wait ran out while somebody else held the key; or unavailable. */
public final class Answer {
    private static final Answer BUSY = new Answer(null, null);

    private final Grant grant;
    private final Throwable cause;

    private Answer(Grant grant, Throwable cause) {
        this.grant = grant;
        this.cause = cause;
    }

    public static Answer granted(Grant grant) {
        return new Answer(grant, null);
    }

    public static Answer busy() {
        return BUSY;
    }

    /** The store did not say, or could not; the cause's message is for the reader of a log. */
    public static Answer unavailable(Throwable cause) {
        return new Answer(null, cause);
    }

    /** The grant, or null. */
    public Grant grant() {
        return grant;
    }

    public boolean isBusy() {
        return this == BUSY;
    }

    /** Why the store could not say, or null. */
    public Throwable cause() {
        return cause;
    }
}
