package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;

/** When the same happened to the call of each kind, by System.nanoTime of the test. */
final class KindMoments {
    private static final Duration BUSY_MACHINE = Duration.ofSeconds(5);

    private final Map<Kind, Long> moments;

    KindMoments(Map<Kind, Long> moments) {
        this.moments = moments;
    }

    /** Soon after this moment. */
    void areWithin(Duration most, long after) {
        moments.forEach((kind, moment) ->
                assertThat(Duration.ofNanos(moment - after)).as("%s", kind).isLessThan(most.plus(BUSY_MACHINE)));
    }

    /**
     * When leases of this length end that were renewed for the last time a while before a fault; on a busy machine, for
     * a long while.
     *
     * @param before the fault, and {@code after} it: on a busy machine it takes a while to kill a process
     */
    void areAtTheEndOf(Duration lease, long before, long after) {
        moments.forEach((kind, moment) ->
                assertThat(Duration.ofNanos(moment - before)).as("%s", kind).isPositive());
        areWithin(lease, after);
    }

    /** Of each kind it happened before that. */
    void areBefore(KindMoments others) {
        moments.forEach((kind, moment) -> assertThat(Duration.ofNanos(others.moments.get(kind) - moment))
                .as("%s, from the one to the other", kind)
                .isPositive());
    }
}
