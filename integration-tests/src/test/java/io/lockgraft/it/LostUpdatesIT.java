package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.it.GrowingSet.Meeting;
import io.lockgraft.it.GrowingSet.Version;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Is who judges lost updates worth something? A JVM that was killed is excused only where it did not have to tell yet.
 */
class LostUpdatesIT {
    private static final Duration LEASE = Duration.ofSeconds(6);

    private final Chronicle chronicle = new Chronicle();
    private final long now = System.nanoTime();

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.GuardedSet#all")
    void aJvmThatIsKilledRightAfterItsUpdateIsExcused(GuardedSet set) {
        chronicle.ends("killed");

        assertThat(unexplained(set, Duration.ofMillis(10))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.GuardedSet#all")
    void aJvmThatIsKilledWhenItHadToHaveToldIsNotExcused(GuardedSet set) {
        chronicle.ends("killed");

        assertThat(unexplained(set, LEASE.dividedBy(2).plusMillis(500))).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.GuardedSet#all")
    void aJvmThatLivesIsNotExcused(GuardedSet set) {
        assertThat(unexplained(set, Duration.ofMillis(10))).hasSize(1);
    }

    /** @param before how long ago what one JVM had added was wiped out by what another did */
    private List<String> unexplained(GuardedSet set, Duration before) {
        long written = now - before.toNanos();
        Version added = new Version(0, -1, "killed-1", 1, written - 1, written);
        Version by = new Version(1, -1, "living-1", 2, written - 1, written);
        LostUpdates lost = new LostUpdates(Map.of("living-1", "added"), new ToldLosses(), chronicle, LEASE);
        lost.judge(set, List.of(new Meeting(added, by)));
        return lost.unexplained();
    }
}
