package io.lockgraft.expression;

import io.lockgraft.spi.log.Secrets;

/** A template or condition does not fit the method that it is bound to. */
public final class BindException extends Exception {
    private static final long serialVersionUID = 1L;

    public BindException(String message) {
        super(Secrets.maskKnown(message));
    }

    public BindException(String message, Throwable cause) {
        super(Secrets.maskKnown(message), cause);
    }
}
