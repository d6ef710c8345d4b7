package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Locks that linger with a JVM: what others wait for them, and what is left of them when it ends. */
@Timeout(180)
@Shows("a JVM always has another call that wants the lock")
class LingerIT {
    private static final long LINGER = 200;
    private static final long PROMISED = LINGER + 100;
    private static final Duration BUSY_MACHINE = Duration.ofSeconds(5);

    @Test
    @Tag("whole")
    void aJvmThatWaitsGetsTheKeyThoughAnotherTakesItAgainAndAgain() throws Exception {
        try (RedisServer redis = RedisServer.start();
                WitnessServer witness = new WitnessServer();
                StageProcess busy = start(redis, witness, "linger: " + LINGER + "ms");
                StageProcess other = start(redis, witness, "linger: " + LINGER + "ms")) {
            other.call("Desk.hold", "warm").awaitBody().finish().awaitEnd();
            StageProcess.Call repeating = busy.call("Repeating.over", "A").awaitBody();
            List<Long> waits = new ArrayList<>();
            long scripts = RedisStatistics.scripts(redis);
            for (int i = 0; i < 9; i++) {
                long begun = System.nanoTime();
                StageProcess.Call call = other.call("Desk.hold", "A").awaitBody();
                waits.add(Duration.ofNanos(call.bodyAt() - begun).toMillis());
                call.finish().awaitEnd();
                Thread.sleep(500); // as somebody who wants the key now and then
            }
            scripts = RedisStatistics.scripts(redis) - scripts;
            busy.call("Repeating.stop", "-").awaitEnd();
            String calls = repeating.awaitEnd().result();

            System.out.println("==== waited for a JVM that took the key " + calls + " times, by " + scripts
                    + " commands: " + waits);
            // A machine that is busy may let one of the processes stand still now and then.
            assertThat(waits).filteredOn(each -> each < PROMISED).hasSizeGreaterThan(4);
            assertThat(waits)
                    .as("none of them stood still")
                    .allMatch(each -> each < PROMISED + BUSY_MACHINE.toMillis());
            assertThat(witness.of("A").overlaps()).isEmpty();
            Orphans.none(redis, busy, other);
        }
    }

    @Test
    @Shows("kill -9 of a JVM with which the lock lingers")
    void theKeyOfAJvmThatIsKilledWhileItLingersIsFreeWhenItsLeaseEnds() throws Exception {
        try (RedisServer redis = RedisServer.start();
                WitnessServer witness = new WitnessServer();
                StageProcess holder = start(redis, witness, "linger: 1m");
                StageProcess other = start(redis, witness, "linger: 1m")) {
            holder.call("Counter.add", "A").awaitEnd();
            Thread.sleep(4_500); // longer than the lease: it has been renewed
            assertThat(Orphans.locks(redis)).containsExactly("it:K:A");

            holder.process().kill();
            long killed = System.nanoTime();
            long left = (Long) redis.command("PTTL", "it:K:A");
            StageProcess.Call next = other.call("Desk.hold", "A").awaitBody();
            Duration waited = Duration.ofNanos(next.bodyAt() - killed);

            System.out.println("==== killed with " + left + " ms of its lease left, next after " + waited.toMillis());
            assertThat(waited)
                    .isBetween(
                            Duration.ofMillis(left - 20),
                            Duration.ofMillis(left).plus(BUSY_MACHINE));
            next.finish().awaitEnd();
            other.process().terminate();
            other.process().exitCode(Duration.ofSeconds(20));
            Orphans.none(redis);
        }
    }

    @Test
    @Shows("`main` returns")
    void aJvmThatEndsGivesBackWhatLingers() throws Exception {
        try (RedisServer redis = RedisServer.start();
                WitnessServer witness = new WitnessServer();
                AppProcess batch = AppProcess.of(Jvms.running(), "BatchApp", "A A B A A A A A A A".split(" "))
                        .rules(rules(redis, "linger: 1m", "60s"))
                        .witness(witness)
                        .start(line -> {})) {
            batch.succeeds(Duration.ofSeconds(60));

            assertThat(witness.of("A").calls()).isEqualTo(9);
            assertThat(RedisStatistics.scripts(redis))
                    .as("commands, which would be 20 and more")
                    .isLessThan(12);
            Orphans.none(redis);
        }
    }

    private static StageProcess start(RedisServer redis, WitnessServer witness, String linger) throws Exception {
        return StageProcess.start(
                AppProcess.of(Jvms.running(), "Stage").witness(witness).rules(rules(redis, linger, "4s")));
    }

    private static String rules(RedisServer redis, String linger, String lease) {
        return RulesText.on(redis.address(), "wait: 60s, lease: " + lease + ", " + linger)
                .lock("Counter.add(String)")
                .lock("Desk.hold(String)")
                .toString();
    }
}
