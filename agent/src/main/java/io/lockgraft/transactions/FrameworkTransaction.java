package io.lockgraft.transactions;

import io.lockgraft.api.LockLostException;
import io.lockgraft.asynchronous.Types;
import io.lockgraft.engine.hold.Work;

/** A transaction that a framework tells us of, by a synchronization of ours. */
abstract class FrameworkTransaction extends Work {
    /** Where it was active first. One of JTA may have gone on in another since. */
    private final Thread thread = Thread.currentThread();

    private volatile boolean completed;

    /** What is told at its end: a synchronization of this type. */
    final Object synchronization(Class<?> type) {
        return Types.proxy(type, () -> "Lockgraft: locks that end with the transaction", this::called);
    }

    /** The answer to a method of the synchronization; those that are not known here answer nothing. */
    abstract Object called(String method);

    /** It is committed or rolled back, on whatever thread. */
    final void complete() {
        completed = true;
        if (!Completing.endsWith(this)) {
            over();
        }
    }

    final boolean isCompleted() {
        return completed;
    }

    /** True until it is over: it is not completed, or this thread is in the call that completes it. */
    final boolean isGoingOn() {
        return !completed || Completing.isCompleting(this);
    }

    /** What must keep it from being committed; null where nothing does. */
    final LockLostException lostBeforeCommit() {
        LockLostException lost = lost();
        return lost != null ? lost : Completing.lostAround(this);
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
