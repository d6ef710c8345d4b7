package io.lockgraft.engine.later;

/**
 * A method that is woven and takes no lock of its own: where a transaction of a framework begins or ends, or one that
 * {@code hold.until} names. Thread-safe.
 */
public interface Watch {
    /** Before its body: a {@link Watched}, a Substitute for the body, or null where nothing follows. */
    Object enter(TransactionLocks locks, Object self, Object[] arguments) throws Throwable;

    /** One call of a watched method. */
    interface Watched {
        /** After its body, however it ended; returns what the caller gets. */
        Object exit(Object returned, Throwable thrown);
    }
}
