package io.lockgraft.rules;

/**
 * The rule's answer to a hold that lasts longer than {@code hold.atMost}. The hold is logged and counted in any case.
 */
public enum OnExceeded {
    /** Nothing more. */
    WARN,
    /** The thread that runs the method is interrupted. */
    INTERRUPT,
    /** The lock is given back while the method runs on. */
    RELEASE
}
