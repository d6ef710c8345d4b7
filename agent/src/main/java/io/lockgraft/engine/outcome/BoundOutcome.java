package io.lockgraft.engine.outcome;

import io.lockgraft.bootstrap.Substitute;

/** An outcome made ready for one method. Thread-safe. */
public interface BoundOutcome {
    /** The answer that says: run the body, without the lock. */
    Object RUN_UNLOCKED = new Object();

    /** Our own exception; for an interrupt, InterruptedException where the method declares that very class. */
    BoundOutcome THROW = (miss, self, arguments) -> {
        if (miss.kind() == NoLock.Kind.INTERRUPTED) {
            if (miss.isInterruptDeclared()) {
                throw new InterruptedException(miss.reason());
            }
            Thread.currentThread().interrupt();
        }
        throw miss.exception();
    };

    BoundOutcome PROCEED = (miss, self, arguments) -> RUN_UNLOCKED;

    /** A {@link Substitute} for the body, or {@link #RUN_UNLOCKED}; or throws what the caller shall get. */
    Object apply(NoLock miss, Object self, Object[] arguments) throws Throwable;

    /** Whether it calls a method of the application's in place of the body. */
    default boolean isCall() {
        return false;
    }

    /** Whether the answer is {@link #RUN_UNLOCKED}. */
    default boolean isProceed() {
        return this == PROCEED;
    }
}
