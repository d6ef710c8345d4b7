package io.lockgraft.spi;

/** What an attempt ends with: a grant; busy, where others held the key until the wait ran out; or unavailable. */
public final class Answer {
    private static final Answer BUSY = new Answer(null, null, false);

    private final Grant grant;
    private final Throwable cause;
    private final boolean lasting;

    private Answer(Grant grant, Throwable cause, boolean lasting) {
        this.grant = grant;
        this.cause = cause;
        this.lasting = lasting;
    }

    public static Answer granted(Grant grant) {
        return new Answer(grant, null, false);
    }

    public static Answer busy() {
        return BUSY;
    }

    /** The store did not say, or could not; the cause's message is for the reader of a log. */
    public static Answer unavailable(Throwable cause) {
        return new Answer(null, cause, false);
    }

    /** The same, for a reason that does not go away by waiting: a wrong password, a missing right. */
    public static Answer refused(Throwable cause) {
        return new Answer(null, cause, true);
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

    /** Whether asking again cannot help. */
    public boolean isRefused() {
        return lasting;
    }

    /** What a future of the store fails with where {@link #refused} is the answer to a request. */
    public static final class Refusal extends Exception {
        private static final long serialVersionUID = 1L;

        /** @param cause null where the message says it all */
        public Refusal(String message, Throwable cause) {
            super(message, cause, false, false);
        }
    }
}
