package io.lockgraft.engine.hold;

import io.lockgraft.api.LockLostException;

/** Called by work that keeps a hold, when it is over or is about to be. */
public interface WorkCallback {
    /**
     * That work keeps the hold no longer. By any thread, an event loop's too; throws nothing, and waits for nothing.
     */
    void release(Hold hold, Work over);

    /** The exception for a hold whose rule wants to know of a loss, where it is lost; or null. Asks the store. */
    LockLostException lost(Hold hold);
}
