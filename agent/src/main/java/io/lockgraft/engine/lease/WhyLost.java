package io.lockgraft.engine.lease;

import io.lockgraft.spi.UnprovenException;

/** What a store's answer to a release means for the hold that has ended. */
final class WhyLost {
    private WhyLost() {}

    /** Null where it was not lost, as far as is known. */
    static String by(Boolean ours, Throwable failure) {
        if (failure == null) {
            return ours ? null : "the lock server did not have it any more when it was released";
        }
        return failure instanceof UnprovenException ? failure.getMessage() : null;
    }

    /** Why the store has not said that it has the lock back; null where it has. */
    static Throwable whyLate(Throwable failure) {
        return failure instanceof UnprovenException ? failure.getCause() : failure;
    }
}
