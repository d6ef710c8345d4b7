package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.server.SteppedClock;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Wall clocks that are put forward or back by an hour, for every kind of lock. Those of the JVMs mean nothing. That of
 * Redis ends its keys: put forward it ends every lease at once, put back it makes the keys of the dead last so much
 * longer.
 */
class ClockIT extends KindScene {
    private static final Duration HOUR = Duration.ofHours(1);

    private SteppedClock holders;
    private SteppedClock servers;

    ClockIT() {
        super("ours+1", "theirs+1", "ours-1", "theirs-1", "ended", "kept", "dead");
    }

    @Override
    Duration lease(String fault) {
        return fault.equals("ended") ? LONG_LEASE : super.lease(fault);
    }

    @Override
    RedisServer server() {
        if (SteppedClock.missingForServers() != null) {
            return super.server();
        }
        servers = new SteppedClock();
        return RedisServer.startWith(servers);
    }

    @Override
    Map<String, String> environment() {
        if (SteppedClock.missing() != null) {
            return super.environment();
        }
        holders = holders == null ? new SteppedClock() : holders;
        return holders.environment();
    }

    @AfterEach
    void tellTheTime() {
        for (SteppedClock each : new SteppedClock[] {holders, servers}) {
            if (each != null) {
                each.step(Duration.ZERO);
            }
        }
    }

    @AfterAll
    void removeClocks() {
        for (SteppedClock each : new SteppedClock[] {holders, servers}) {
            if (each != null) {
                each.close();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, ours+1, theirs+1", "-1, ours-1, theirs-1"})
    @Shows("the wall clock of a JVM is put forward or back by an hour")
    void aJvmWhoseClockIsSteppedHoldsAndWaitsAsBefore(int hours, String ours, String theirs) throws Exception {
        skipLoudlyFor(SteppedClock.missing());
        KindCalls held = held(ours);
        KindCalls waits = waiting(ours);
        KindCalls heldByRival = rivals(theirs);
        KindCalls waitsForRival = waiting(holder, theirs);

        holders.step(HOUR.multipliedBy(hours));
        assertThat(Duration.ofMillis(holder.clock() - rival.clock()))
                .as("the holder's clock over the rival's")
                .isCloseTo(HOUR.multipliedBy(hours), Duration.ofMinutes(1));
        Thread.sleep(2 * LEASE.toMillis()); // whoever had lost one would know

        waitsForRival.assertNoBodyRan();
        heldByRival.end();
        waitsForRival.awaitBodies().end();
        assertNothingLost(theirs);
        assertNoOverlaps(theirs);
        endAlone(held, waits, ours);
    }

    @Test
    @Shows("the clock of Redis is put forward")
    void aServerWhoseClockIsPutForwardEndsEveryLeaseAndTheLossIsReported() throws Exception {
        skipLoudlyFor(SteppedClock.missingForServers());
        KindCalls held = held("ended");

        servers.step(HOUR);
        long stepped = System.nanoTime();
        areReportedLost("ended", GONE).areWithin(LONG_LEASE.dividedBy(3), stepped);

        endBeside(rivals("ended"), held, "ended");
    }

    @Test
    @Shows("the clock of Redis is put back")
    void aServerWhoseClockIsPutBackKeepsWhatIsRenewed() throws Exception {
        skipLoudlyFor(SteppedClock.missingForServers());
        KindCalls held = held("kept");
        KindCalls waits = waiting("kept");

        servers.step(HOUR.negated());
        Thread.sleep(2 * LEASE.toMillis()); // whoever had lost one would know

        endAlone(held, waits, "kept");
    }

    /** Nothing can be done about it from outside: safe, and an operator has to delete the keys. */
    @Test
    @Tag("whole")
    @Shows("the clock of Redis is put back")
    void aServerWhoseClockIsPutBackKeepsTheLockOfADeadHolderForSoMuchLonger() throws Exception {
        skipLoudlyFor(SteppedClock.missingForServers());
        try (StageProcess mortal = anotherHolder()) {
            KindCalls.begin(mortal, "dead").awaitBodies();
            mortal.process().kill();
            servers.step(HOUR.negated());
        }

        assertThat(Orphans.locks(redis))
                .matches(locks -> Kind.allIn("dead", locks), "of every kind")
                .allSatisfy(lock -> assertThat((Long) redis.command("PTTL", lock))
                        .as(lock)
                        .isGreaterThan(HOUR.minus(LEASE).toMillis()));
        redis.keys("it:*").forEach(lock -> redis.command("DEL", lock));
        rivals("dead").end();
        Set<String> readers = redis.keys("{it:K:dead-READ}:*:rwlock_timeout:*");
        assertThat(readers)
                .as("how long the dead reader would have read: in nobody's way, and with an end")
                .hasSize(1)
                .allSatisfy(
                        each -> assertThat((Long) redis.command("PTTL", each)).isPositive());
        readers.forEach(each -> redis.command("DEL", each));
        Orphans.none(redis, holder, rival);
    }

    private static void skipLoudlyFor(String missing) {
        if (missing != null) {
            System.out.println("==== SKIPPED: no clock is stepped, for " + missing);
        }
        Assumptions.assumeTrue(missing == null, missing);
    }
}
