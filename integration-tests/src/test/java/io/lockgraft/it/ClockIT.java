package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.RedisServer;
import io.lockgraft.testing.SteppedClock;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Wall clocks that are put forward or back by an hour. Those of the JVMs mean nothing. That of Redis ends its keys: put
 * forward it ends every lease at once, put back it makes the keys of the dead last so much longer.
 */
@Timeout(120)
class ClockIT {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final Duration BUSY_MACHINE = Duration.ofSeconds(2);
    private static final String DEFAULTS = "wait: 60s, lease: 2s";
    private static final String LOST = "rule 'A': lost the lock";

    private SteppedClock clock;
    private RedisServer redis;
    private WitnessServer witness;
    private StageProcess holder;
    private StageProcess rival;

    @BeforeEach
    void open() throws Exception {
        witness = new WitnessServer();
    }

    @AfterEach
    void end() throws Exception {
        for (AutoCloseable each : new AutoCloseable[] {holder, rival, witness, redis, clock}) {
            if (each != null) {
                each.close();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"EXCLUSIVE, 1", "EXCLUSIVE, -1", "FAIR, 1", "FAIR, -1", "SEMAPHORE, 1", "SEMAPHORE, -1"})
    void aJvmWhoseClockIsSteppedHoldsAndWaitsAsBefore(Kind kind, int hours) throws Exception {
        skipLoudlyFor(SteppedClock.missing());
        clock = new SteppedClock();
        redis = RedisServer.start();
        holder = StageProcess.start(
                stage(kind.rules(redis.address(), DEFAULTS, "A", "B", "warm")).environment(clock.environment()));
        rival = StageProcess.start(stage(kind.rivalsRules(redis.address(), DEFAULTS, "A", "B", "warm")));
        StageProcess.Call held = holder.call("Desk.hold", "A").awaitBody();
        StageProcess.Call waits = rival.call("Desk.hold", "A");
        StageProcess.Call ours = rival.call("Desk.hold", "B").awaitBody();
        StageProcess.Call waitsToo = holder.call("Desk.hold", "B");

        clock.step(HOUR.multipliedBy(hours));
        assertThat(Duration.ofMillis(holder.clock() - rival.clock()))
                .as("the holder's clock over the rival's")
                .isCloseTo(HOUR.multipliedBy(hours), Duration.ofMinutes(1));
        Thread.sleep(2 * LEASE.toMillis());

        assertThat(holder.process().errors()).doesNotContain("lost the lock", "ERROR");
        assertThat(waits.bodyRan()).isFalse();
        assertThat(waitsToo.bodyRan()).isFalse();
        held.finish().awaitEnd();
        waits.awaitBody().finish().awaitEnd();
        ours.finish().awaitEnd();
        waitsToo.awaitBody().finish().awaitEnd();
        assertThat(witness.of("A").overlaps()).isEmpty();
        assertThat(witness.of("B").overlaps()).isEmpty();
        Orphans.none(redis, holder, rival);
    }

    @ParameterizedTest
    @EnumSource(names = {"EXCLUSIVE", "FAIR", "SEMAPHORE"})
    void aServerWhoseClockIsPutForwardEndsEveryLeaseAndTheLossIsReported(Kind kind) throws Exception {
        startWithClockOfServer(kind);
        StageProcess.Call held = holder.call("Desk.hold", "A").awaitBody();

        clock.step(HOUR);
        long stepped = System.nanoTime();
        Awaitility.await("the loss is reported in " + holder.process())
                .atMost(Duration.ofSeconds(10))
                .until(() -> holder.process().errors().contains(LOST));

        assertThat(since(stepped)).isLessThan(LEASE.dividedBy(3).plus(BUSY_MACHINE));
        rival.call("Desk.hold", "A").awaitBody().finish().awaitEnd();
        held.finish().awaitEnd();
        Orphans.none(redis, holder, rival);
    }

    @ParameterizedTest
    @EnumSource(names = {"EXCLUSIVE", "FAIR", "SEMAPHORE"})
    void aServerWhoseClockIsPutBackKeepsWhatIsRenewed(Kind kind) throws Exception {
        startWithClockOfServer(kind);
        StageProcess.Call held = holder.call("Desk.hold", "A").awaitBody();
        StageProcess.Call waits = rival.call("Desk.hold", "A");

        clock.step(HOUR.negated());
        Thread.sleep(2 * LEASE.toMillis());

        assertThat(holder.process().errors()).doesNotContain(LOST);
        assertThat(waits.bodyRan()).isFalse();
        held.finish().awaitEnd();
        waits.awaitBody().finish().awaitEnd();
        assertThat(witness.of("A").overlaps()).isEmpty();
        Orphans.none(redis, holder, rival);
    }

    /** Nothing can be done about it from outside: safe, and an operator has to delete the key. */
    @Test
    void aServerWhoseClockIsPutBackKeepsTheLockOfADeadHolderForSoMuchLonger() throws Exception {
        startWithClockOfServer(Kind.EXCLUSIVE);
        holder.call("Desk.hold", "A").awaitBody();

        holder.process().kill();
        clock.step(HOUR.negated());

        assertThat((Long) redis.command("PTTL", "it:K:A"))
                .isGreaterThan(HOUR.minus(LEASE).toMillis());
        redis.command("DEL", "it:K:A");
        rival.call("Desk.hold", "A").awaitBody().finish().awaitEnd();
        Orphans.none(redis, rival);
    }

    private void startWithClockOfServer(Kind kind) throws Exception {
        skipLoudlyFor(SteppedClock.missingForServers());
        clock = new SteppedClock();
        redis = RedisServer.startWith(clock);
        holder = StageProcess.start(stage(kind.rules(redis.address(), DEFAULTS, "A", "B", "warm")));
        rival = StageProcess.start(stage(kind.rivalsRules(redis.address(), DEFAULTS, "A", "B", "warm")));
        rival.call("Desk.hold", "warm").awaitBody().finish().awaitEnd();
    }

    private static void skipLoudlyFor(String missing) {
        if (missing != null) {
            System.out.println("==== SKIPPED: no clock is stepped, for " + missing);
        }
        Assumptions.assumeTrue(missing == null, missing);
    }

    private AppProcess.Builder stage(String rules) {
        return AppProcess.of(Jvms.running(), "Stage").witness(witness).rules(rules);
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }
}
