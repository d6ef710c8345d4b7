package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Faults that take the lock from a body that runs, for every kind of lock: it is told in time, and puts nobody out. */
class KindLossIT extends KindScene {
    KindLossIT() {
        super("flushed", "restarted", "stopped", "frozen", "cut");
    }

    @Test
    void locksThatAreFlushedAreReportedLostWithinAThirdOfTheLease() throws Exception {
        StageProcess.Call call = held("flushed");

        redis.command("FLUSHALL");
        long flushed = System.nanoTime();
        isReportedLost("flushed");

        assertThat(since(flushed)).isLessThan(LEASE.dividedBy(3).plus(BUSY_MACHINE));
        endsBeside(rival.call("Desk.hold", "flushed").awaitBody(), call, "flushed");
    }

    @Test
    void locksThatAKilledRedisForgotAreReportedLost() throws Exception {
        StageProcess.Call call = held("restarted");

        redis.kill();
        redis.restart();
        isReportedLost("restarted");

        endsBeside(rival.call("Desk.hold", "restarted").awaitBody(), call, "restarted");
    }

    @Test
    void aHolderThatIsStoppedForLongerThanItsLeaseIsToldWhenItGoesOn() throws Exception {
        StageProcess.Call call = held("stopped");
        StageProcess.Call next = waiting("stopped");

        holder.process().freeze();
        long stopped = System.nanoTime();
        next.awaitBody();
        assertThat(since(stopped)).isBetween(LEASE.dividedBy(2), LEASE.plus(BUSY_MACHINE));
        holder.process().thaw();
        isReportedLost("stopped");

        endsBeside(next, call, "stopped");
    }

    @Test
    void locksOfAFrozenRedisAreReportedLostWhenTheirLeaseEnds() throws Exception {
        StageProcess.Call call = held("frozen");

        redis.freeze();
        long frozen = System.nanoTime();
        Duration told;
        try {
            isReportedLost("frozen");
            told = since(frozen);
        } finally {
            redis.resume();
        }

        assertThat(told).isBetween(LEASE.dividedBy(2), LEASE.plus(BUSY_MACHINE));
        endsBeside(rival.call("Desk.hold", "frozen").awaitBody(), call, "frozen");
    }

    @Test
    void aHolderThatIsCutOffIsToldBeforeAnotherGetsIn() throws Exception {
        StageProcess.Call call = held("cut");
        StageProcess.Call next = waiting("cut");

        network.cut();
        long cut = System.nanoTime();
        isReportedLost("cut");
        assertThat(since(cut)).isBetween(LEASE.dividedBy(2), LEASE.plus(BUSY_MACHINE));
        next.awaitBody();
        network.deliver();

        endsBeside(next, call, "cut");
    }
}
