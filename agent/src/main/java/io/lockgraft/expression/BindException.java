package io.lockgraft.expression;

/** A template or condition does not fit the method that it is bound to. */
public final class BindException extends Exception {
    private static final long serialVersionUID = 1L;

    public BindException(String message) {
        super(message);
    }

    public BindException(String message, Throwable cause) {
        super(message, cause);
    }
}
