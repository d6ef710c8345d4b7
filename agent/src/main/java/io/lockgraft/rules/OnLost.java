package io.lockgraft.rules;

/** What happens when a lock is lost while the method runs; it is logged and counted in any case. */
public enum OnLost {
    /** Nothing more. */
    WARN,
    /** The thread that runs the method is interrupted. */
    INTERRUPT,
    /** Our LockLostException after the method's end, unless the method threw an exception of its own. */
    THROW
}
