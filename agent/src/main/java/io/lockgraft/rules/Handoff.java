package io.lockgraft.rules;

import io.lockgraft.spi.LockKind;
import java.time.Duration;

/**
 * The bounds within which calls of one JVM may pass a grant on to each other: how often in a row, and for how long.
 * Immutable.
 */
public final class Handoff {
    public static final Handoff OFF = new Handoff(0, Duration.ZERO);

    /** The bounds that are the default of the rule's kind of lock. */
    public static final Handoff ON = new Handoff(null, null);

    private static final int MOST = 2000;

    /** A grant takes a fence token for each, and where these go into an {@code int}, there are only so many. */
    private static final int MOST_FENCED = 64;

    private static final Duration WITHIN = Duration.ofMillis(50);

    private final Integer max;
    private final Duration within;

    /**
     * @param max how many times in a row; 0: never; null, as {@code within}: what is usual for the kind of lock
     * @param within since the grant came
     */
    public Handoff(Integer max, Duration within) {
        this.max = max;
        this.within = within;
    }

    /** What it says for this kind: the kind of a rule may stand in the rule, and this among the defaults. */
    public Handoff of(LockKind kind) {
        int most = kind == LockKind.FENCED ? MOST_FENCED : MOST;
        return new Handoff(max == null ? most : max, within == null ? WITHIN : within);
    }

    public int max() {
        return max;
    }

    public Duration within() {
        return within;
    }
}
