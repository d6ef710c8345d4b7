package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.RedisServer;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** A JVM that ends in the middle of a hold: its lock outlives it by the lease, and no shorter. */
@ParameterizedClass
@MethodSource("io.lockgraft.it.Jvms#usual")
@Timeout(120)
class HolderEndIT {
    @Parameter
    private Jvm jvm;

    private static final Duration BUSY_MACHINE = Duration.ofSeconds(5);
    private static final String PASSING = "lease: 4s, handoff: {max: 64, for: 1m}";

    @Test
    @Tag("whole")
    @Shows("kill -9 of the holder")
    void theKeyOfAHolderThatIsKilledIsFreeWhenItsLeaseEndsAndNotEarlier() throws Exception {
        try (RedisServer redis = RedisServer.start();
                WitnessServer witness = new WitnessServer();
                StageProcess holder = start(redis, witness, "lease: 4s");
                StageProcess other = start(redis, witness, "lease: 4s")) {
            holder.call("Desk.hold", "A").awaitBody();
            StageProcess.Call waiting = waiting(other, redis);
            Thread.sleep(4_500); // longer than the lease: it has been renewed

            assertThat(waiting.bodyRan()).isFalse();
            theNextComesWithTheEndOfTheLease(redis, holder, waiting, "its lease");
            assertThat(waiting.finish().awaitEnd().result()).isEqualTo("held String");
            assertThat(witness.of("A").overlaps()).isEmpty();
            Orphans.none(redis, other);
        }
    }

    @Test
    @Shows("kill -9 of the JVM")
    void aHolderThatIsKilledKeepsForTheRestOfItsLeaseAlsoWhatItsCallsHavePassedOn() throws Exception {
        try (RedisServer redis = RedisServer.start();
                WitnessServer witness = new WitnessServer();
                StageProcess holder = start(redis, witness, PASSING);
                StageProcess other = start(redis, witness, PASSING)) {
            StageProcess.Call first = holder.call("Desk.hold", "A").awaitBody();
            StageProcess.Call second = atTheGate(holder);
            StageProcess.Call waiting = waiting(other, redis);
            Object owner = redis.command("HKEYS", "it:K:A");

            first.finish().awaitEnd();
            second.awaitBody();
            assertThat(redis.command("HKEYS", "it:K:A")).as("passed on").isEqualTo(owner);
            assertThat(waiting.bodyRan()).isFalse();
            theNextComesWithTheEndOfTheLease(redis, holder, waiting, "a lease that was passed on");
            assertThat(waiting.finish().awaitEnd().result()).isEqualTo("held String");
            assertThat(witness.of("A").overlaps()).isEmpty();
            Orphans.none(redis, other);
        }
    }

    @Test
    @Shows("SIGSTOP of the JVM for longer than the lease")
    void aHolderThatIsStoppedForLongerThanItsLeasePassesNothingOnWhenItGoesOn() throws Exception {
        try (RedisServer redis = RedisServer.start();
                WitnessServer witness = new WitnessServer();
                StageProcess holder = start(redis, witness, PASSING);
                StageProcess other = start(redis, witness, PASSING)) {
            StageProcess.Call first = holder.call("Desk.hold", "A").awaitBody();
            StageProcess.Call second = atTheGate(holder);
            StageProcess.Call waiting = waiting(other, redis);

            holder.process().freeze();
            waiting.awaitBody();
            first.finish(); // read when it goes on, perhaps before its keeper has looked at a clock
            holder.process().thaw();
            first.awaitEnd();
            assertThat(second.bodyRan()).as("beside the other's").isFalse();
            assertThat(waiting.finish().awaitEnd().result()).isEqualTo("held String");

            second.awaitBody().finish().awaitEnd();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(20)) // the release may have gone out on a connection that did not last
                    .untilAsserted(() -> assertThat(holder.process().errors())
                            .contains("WARN rule 'Desk.hold': lost the lock on it:K:A"));
            Orphans.none(redis, holder, other);
        }
    }

    /** A call that waits in its own JVM. */
    private static StageProcess.Call atTheGate(StageProcess stage) throws Exception {
        StageProcess.Call call = stage.call("Desk.hold", "A");
        stage.awaitAtTheGate(1);
        return call;
    }

    @Test
    @Shows("SIGTERM in the middle of a hold")
    void aBodyThatIsStillRunningWhileTheJvmShutsDownKeepsItsLock() throws Exception {
        try (RedisServer redis = RedisServer.start();
                WitnessServer witness = new WitnessServer();
                StageProcess holder = start(redis, witness, "lease: 3s", "-Dshutdown.millis=9000");
                StageProcess other = start(redis, witness, "lease: 3s")) {
            holder.call("Desk.hold", "A").awaitBody();
            StageProcess.Call waiting = waiting(other, redis);

            holder.process().terminate();
            Awaitility.await("the end of the JVM")
                    .atMost(Duration.ofSeconds(40))
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> !holder.process().isAlive() || waiting.bodyRan());
            assertThat(waiting.bodyRan())
                    .as("the other ran while the first was")
                    .isFalse();
            long ended = System.nanoTime();
            assertThat(holder.process().exitCode(Duration.ofSeconds(10))).isEqualTo(128 + 15);

            waiting.awaitBody();
            assertThat(Duration.ofNanos(System.nanoTime() - ended))
                    .isLessThan(Duration.ofSeconds(3).plus(BUSY_MACHINE));
            waiting.finish().awaitEnd();
            assertThat(witness.of("A").overlaps()).isEmpty();
            Orphans.none(redis, other);
        }
    }

    private StageProcess start(RedisServer redis, WitnessServer witness, String lease, String... options)
            throws Exception {
        return StageProcess.start(AppProcess.of(jvm, "Stage")
                .witness(witness)
                .options(options)
                .rules(RulesText.on(redis.address(), "wait: 60s, " + lease)
                        .lock("Desk.hold(String)")
                        .toString()));
    }

    /** A call that has heard that the key is held. */
    private static StageProcess.Call waiting(StageProcess stage, RedisServer redis) throws Exception {
        StageProcess.Call call = stage.call("Desk.hold", "A");
        Awaitility.await("the subscription of the one who waits")
                .atMost(Duration.ofSeconds(30))
                .until(() -> !((List<?>) redis.command("PUBSUB", "CHANNELS")).isEmpty());
        return call;
    }

    private static void theNextComesWithTheEndOfTheLease(
            RedisServer redis, StageProcess killed, StageProcess.Call next, String lease) throws Exception {
        killed.process().kill();
        long from = System.nanoTime();
        long left = (Long) redis.command("PTTL", "it:K:A");
        assertThat(left).as("what is left of " + lease).isBetween(1L, 4_000L);
        next.awaitBody();
        Duration waited = Duration.ofNanos(System.nanoTime() - from);
        System.out.println("==== killed with " + left + " ms of " + lease + " left, next after " + waited.toMillis());
        assertThat(waited)
                .isBetween(Duration.ofMillis(left - 20), Duration.ofMillis(left).plus(BUSY_MACHINE));
    }
}
