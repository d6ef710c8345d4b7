package io.lockgraft.engine.hold;

import io.lockgraft.api.LockLostException;

/**
 * Gives back the holds of one store. Each hold knows the one of its store, so it ends there whatever rules are in
 * force.
 */
public interface HoldReleaser {
    /** Answers what became of a hold that has ended. */
    interface Ended {
        /** The hold ended well, or goes on. */
        Ended WELL = () -> null;

        /**
         * The exception that the caller gets because the lock was lost and its rule says so; else null. May wait for
         * the store.
         */
        LockLostException lost();
    }

    /** Ends one call under the hold; after the last one, its shares in outer holds. */
    Ended release(Hold hold);

    /** Ends work that has kept the hold; else the same. */
    Ended release(Hold hold, Work over);

    /** Ends a call that never ran: its lease need not last, and no caller asks for a loss. */
    Ended giveUp(Hold hold);

    /**
     * The exception for a hold whose rule says {@code onLost: throw} and that the store does not have any more; else
     * null, also where the store does not answer before the lease ends by the local clock. Waits for the store.
     */
    LockLostException confirm(Hold hold);
}
