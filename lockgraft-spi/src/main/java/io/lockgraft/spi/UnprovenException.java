package io.lockgraft.spi;

/** A grant has ended, but nobody can say that it had been ours until then: another may have been given it meanwhile. */
public final class UnprovenException extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param cause why the store has not said that it is given back, or null where it has */
    public UnprovenException(String message, Throwable cause) {
        super(message, cause, false, false);
    }
}
