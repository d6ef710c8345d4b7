package io.lockgraft.rules;

/** What happens to a hold that is longer than {@code hold.atMost}; it is logged and counted in any case. */
public enum OnExceeded {
    /** Nothing more. */
    WARN,
    /** The thread that runs the method is interrupted. */
    INTERRUPT,
    /** The lock is given back while the method runs on. */
    RELEASE
}
