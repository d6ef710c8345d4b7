package io.lockgraft.spi;

/** A grant has ended, and it is not certain that it was held until then: another owner may have been granted it. */
public final class UnprovenException extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param cause why the store has not said that it is given back, or null where it has */
    public UnprovenException(String message, Throwable cause) {
        super(message, cause, false, false);
    }
}
