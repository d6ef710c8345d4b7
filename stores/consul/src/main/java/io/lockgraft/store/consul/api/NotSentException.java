package io.lockgraft.store.consul.api;

import java.io.IOException;
import java.util.function.BooleanSupplier;

/** A question that waited for its turn, and whose answer nothing wants any more. */
public final class NotSentException extends IOException {
    private static final long serialVersionUID = 1L;

    private NotSentException() {
        super("it was given up before it was sent");
    }

    static void unless(BooleanSupplier wanted) throws NotSentException {
        if (!wanted.getAsBoolean()) {
            throw new NotSentException();
        }
    }
}
