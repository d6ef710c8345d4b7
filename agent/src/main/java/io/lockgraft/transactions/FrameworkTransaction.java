package io.lockgraft.transactions;

import io.lockgraft.api.LockLostException;
import io.lockgraft.lock.Work;

/** A transaction that a framework tells us of, by a synchronization of ours. */
abstract class FrameworkTransaction extends Work {
    /** Where it was active first. One of JTA may have gone on in another since. */
    private final Thread thread = Thread.currentThread();

    private volatile boolean completed;

    /** It is committed or rolled back, on whatever thread. */
    final void complete() {
        completed = true;
        if (!Completing.endsWith(this)) {
            over();
        }
    }

    /** The call that has completed it is over. */
    final void ends() {
        over();
    }

    final boolean isCompleted() {
        return completed;
    }

    /** What must keep it from being committed; null where nothing does. */
    final LockLostException lostBeforeCommit() {
        return lost();
    }

    @Override
    protected final Thread thread() {
        return thread;
    }

    @Override
    protected String told() {
        return "the end of its transaction";
    }
}
