package io.lockgraft.language.expression.member;

import io.lockgraft.spi.log.Secrets;

/** A template, a condition or a target does not fit a method; the message is the sentence that a person gets. */
public final class BindException extends Exception {
    private static final long serialVersionUID = 1L;

    public BindException(String message) {
        super(Secrets.maskKnown(message), null, false, false);
    }

    public BindException(String message, Throwable cause) {
        super(Secrets.maskKnown(message), cause);
    }
}
