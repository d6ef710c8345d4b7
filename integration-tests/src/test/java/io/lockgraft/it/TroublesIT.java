package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.it.ToldLosses.Told;
import io.lockgraft.it.WitnessServer.Ended;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Is who judges a store's faults worth something? A fault excuses what it can have done, and nothing else. */
class TroublesIT {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final Troubles troubles = new Troubles(Duration.ofSeconds(3));

    TroublesIT() {
        troubles.add(10 * SECOND, 12 * SECOND, 14 * SECOND);
    }

    @Test
    void aLossWithinALeaseOfAFaultIsExcused() {
        assertThat(troubles.causeless(List.of(lossAt(10), lossAt(12), lossAt(15))))
                .isEmpty();
    }

    @Test
    void aLossBeforeAFaultOrLongAfterItIsNot() {
        assertThat(troubles.causeless(List.of(lossAt(9), lossAt(17)))).containsExactly(lossAt(9), lossAt(17));
    }

    @Test
    void whatAFaultLeadsToBehindItsEndExcusesLossesForThatReasonAlone() {
        troubles.addLate(12 * SECOND, 19 * SECOND, "gone");
        Told other = lossAt(20);
        Told its = new Told("a1", "key", 20 * SECOND, "lost: gone");
        Told after = new Told("a1", "key", 24 * SECOND, "lost: gone");

        assertThat(troubles.causeless(List.of(other, its, after))).containsExactly(other, after);
        assertThat(troubles.calm(List.of(call("added", 15, 18)))).hasSize(1);
    }

    @Test
    void theTimeBetweenFaultsInWhichALossIsNotExcusedIsCounted() {
        assertThat(troubles.unexcused()).isZero();
        troubles.add(11 * SECOND, 13 * SECOND, 13 * SECOND);
        assertThat(troubles.unexcused()).as("a fault within another").isZero();
        troubles.add(20 * SECOND, 21 * SECOND, 22 * SECOND);
        troubles.add(24 * SECOND, 24 * SECOND, 24 * SECOND);
        assertThat(troubles.unexcused()).isEqualTo(Duration.ofSeconds(20 - 13 - 4));
    }

    @Test
    void aCallThatMeetsAFaultOrTheRecoveryFromItDoesNotCount() {
        Ended before = call("LockBusyException", 1, 9);
        Ended into = call("LockBusyException", 1, 11);
        Ended within = call("LockBusyException", 11, 12);
        Ended out = call("LockBusyException", 13, 20);
        Ended after = call("added", 15, 20);

        assertThat(troubles.calm(List.of(before, into, within, out, after))).containsExactly(before, after);
        assertThat(Troubles.notServed(List.of(before, after))).containsExactly(before);
    }

    private static Told lossAt(long second) {
        return new Told("a1", "key", second * SECOND, "");
    }

    private static Ended call(String end, long from, long to) {
        return new Ended("a1-1", end, from * SECOND, to * SECOND);
    }
}
