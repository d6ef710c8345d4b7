package io.lockgraft.spi.session;

/** The server refuses for a reason that does not go away by asking again: a missing right, a wrong setting. */
public final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param message says what to do */
    public RefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
