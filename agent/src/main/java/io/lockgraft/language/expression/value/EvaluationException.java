package io.lockgraft.language.expression.value;

import io.lockgraft.spi.log.Secrets;

/** An expression could not be computed for this call; the message names the expression and why, never a value. */
public final class EvaluationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public EvaluationException(String message) {
        this(message, null);
    }

    public EvaluationException(String message, Throwable cause) {
        super(Secrets.maskKnown(message), cause);
    }
}
