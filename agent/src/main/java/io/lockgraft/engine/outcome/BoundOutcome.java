package io.lockgraft.engine.outcome;

import io.lockgraft.bootstrap.Substitute;
import java.util.Optional;

/** An outcome made ready for one method. Thread-safe. */
public interface BoundOutcome {
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

    BoundOutcome PROCEED = (miss, self, arguments) -> Optional.empty();

    /**
     * What the call returns in place of running its body; empty where the body runs without the lock. Throws what the
     * caller shall get.
     */
    Optional<Substitute> apply(NoLock miss, Object self, Object[] arguments) throws Throwable;

    /** True if it calls a method of the application's in place of the body. */
    default boolean isCall() {
        return false;
    }

    /** True if the body runs without the lock. */
    default boolean isProceed() {
        return this == PROCEED;
    }
}
