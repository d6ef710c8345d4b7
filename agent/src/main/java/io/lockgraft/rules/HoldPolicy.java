package io.lockgraft.rules;

import java.time.Duration;

/** How long the lock is held at least and at most, whatever the method does. Immutable. */
public final class HoldPolicy {
    /** What happens to a hold that outlives {@link HoldPolicy#atMost}; it is logged and counted in any case. */
    public enum OnExceeded {
        /** Nothing more. */
        WARN,
        /** The thread that runs the method is interrupted. */
        INTERRUPT,
        /** The lock is given back while the method runs on. */
        RELEASE
    }

    private final Duration atLeast;
    private final Duration atMost;
    private final OnExceeded onExceeded;
    private final Until until;

    /**
     * @param atLeast zero: no longer than the method runs
     * @param atMost null: as long as the method runs
     */
    public HoldPolicy(Duration atLeast, Duration atMost, OnExceeded onExceeded, Until until) {
        this.until = until;
        this.atLeast = atLeast;
        this.atMost = atMost;
        this.onExceeded = onExceeded;
    }

    /** From the grant on the lock stays that long although the method has returned; zero for none. */
    public Duration atLeast() {
        return atLeast;
    }

    /** The longest that the method may hold the lock, or null. */
    public Duration atMost() {
        return atMost;
    }

    /** Where it ends. */
    public Until until() {
        return until;
    }

    /** What happens then. */
    public OnExceeded onExceeded() {
        return onExceeded;
    }
}
