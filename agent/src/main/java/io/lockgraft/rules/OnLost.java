package io.lockgraft.rules;

/** The rule's answer to a lock that is lost while the method runs. The loss is logged and counted in any case. */
public enum OnLost {
    /** Nothing more. */
    WARN,
    /** The thread that runs the method is interrupted. */
    INTERRUPT,
    /** Our LockLostException after the method's end, unless the method threw an exception of its own. */
    THROW
}
