package io.lockgraft.rules;

import java.time.Duration;

/** How often and for how long in a row calls of one JVM may pass a grant on to each other. Immutable. */
public final class Handoff {
    public static final Handoff OFF = new Handoff(0, Duration.ZERO);

    public static final Handoff DEFAULT = new Handoff(64, Duration.ofMillis(50));

    private final int max;
    private final Duration within;

    /**
     * @param max how many times in a row; 0: never
     * @param within since the grant came
     */
    public Handoff(int max, Duration within) {
        this.max = max;
        this.within = within;
    }

    public int max() {
        return max;
    }

    public Duration within() {
        return within;
    }
}
