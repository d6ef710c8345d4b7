package io.lockgraft.engine.later;

import io.lockgraft.engine.hold.Work;

/** The transactions of the application. */
public interface Transactions {
    /** The one that this thread is in, which is not over; null where there is none. Asked at the end of each body. */
    Work active();

    /** Whether this thread is in one. Changes nothing; asked after a call has got its lock. */
    boolean isActive();
}
