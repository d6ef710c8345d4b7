package io.lockgraft.expression;

import io.lockgraft.spi.log.Secrets;

/** An expression does not fit the types of a method; the message is the sentence that a person gets. */
final class Misfit extends Exception {
    private static final long serialVersionUID = 1L;

    Misfit(String message) {
        super(Secrets.maskKnown(message), null, false, false);
    }
}
