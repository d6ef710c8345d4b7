package io.lockgraft.spi.table;

/**
 * Thrown by a {@link KeyTable} where asking again cannot help: a wrong password, a missing right or table. The call
 * ends at once. The message is for the reader of a log, and says what to do.
 */
public class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param cause may be null */
    public RefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
