package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.RedisServer;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long a lock is held at least and at most, whatever the method does and whatever becomes of its JVM. */
@Timeout(120)
class HoldPolicyIT {
    @Test
    void ofTwoRunsOfOneJobTheSecondIsBusyThoughTheFirstJvmHasEnded() throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            long begun = System.nanoTime();
            try (AppProcess first = AppProcess.of(Jvms.running(), "JobApp", "nightly")
                    .rules(nightly(redis, "wait: 30s"))
                    .start()) {
                first.succeeds(Duration.ofSeconds(60));
                assertThat(first.output()).containsExactly("worked on nightly", "main returns");
            }
            long left = (Long) redis.command("PTTL", "it:K:nightly");
            assertThat(left)
                    .as("cut from the lease of 300 s to what is missing to 60 s, %s ms after the start", millis(begun))
                    .isBetween(1L, 60_000L);
            try (AppProcess second = AppProcess.of(Jvms.running(), "JobApp", "nightly")
                    .rules(nightly(redis, "wait: 3s"))
                    .start()) {
                second.succeeds(Duration.ofSeconds(60));
                assertThat(second.output()).containsExactly("the other has run it", "main returns");
            }
        }
    }

    private static String nightly(RedisServer redis, String wait) {
        return RulesText.on(redis.address(), wait + ", lease: 300s, hold: {atLeast: 60s}")
                .lock("JobApp.work(String)", "onBusy: {return: 'the other has run it'}")
                .toString();
    }

    private static long millis(long since) {
        return Duration.ofNanos(System.nanoTime() - since).toMillis();
    }

    @Test
    @Tag("whole")
    void aLockThatIsHeldTooLongIsGivenToTheNextJvmWhileTheBodyRunsOn() throws Exception {
        try (RedisServer redis = RedisServer.start();
                StageProcess holder =
                        start(redis, "lease: 20s, hold: {atMost: 2s, onExceeded: release}, onLost: throw");
                StageProcess other = start(redis, "lease: 20s, hold: {atMost: 60s}")) {
            StageProcess.Call first = holder.call("LateEnding.result", "A").awaitBody();

            StageProcess.Call second = other.call("LateEnding.result", "A").awaitBody();

            assertThat(first.finish().awaitEnd().result()).as("no loss").isEqualTo("the body's own String");
            assertThat(Orphans.locks(redis)).as("the second's").containsExactly("it:K:A");
            second.finish().awaitEnd();
            Awaitility.await()
                    .untilAsserted(() -> assertThat(holder.process().errors())
                            .containsPattern(
                                    "LateEnding\\.result\\(\\S+\\) on thread '[^']+' has held it:K:A for \\d+ ms,"
                                            + " half of its hold\\.atMost \\(2s\\)\\. Its thread is")
                            .contains("com.example.app.LateEnding.stay(LateEnding.java")
                            .contains("(onExceeded: release)")
                            .containsPattern(
                                    "LateEnding\\.result\\(\\S+\\) on thread '[^']+' has ended \\d+ ms after it"
                                            + " got it:K:A")
                            .doesNotContain("lost the lock"));
            assertThat(Complaints.in(other.process().errors())).isEmpty();
            Orphans.none(redis, holder, other);
        }
    }

    @Test
    void aBodyThatIsHeldTooLongIsInterruptedAndItsLockIsFree() throws Exception {
        try (RedisServer redis = RedisServer.start();
                StageProcess holder =
                        start(redis, "lease: 20s, hold: {atMost: 1s, onExceeded: interrupt}, onLost: throw");
                StageProcess other = start(redis, "lease: 20s, hold: {atMost: 60s}")) {
            StageProcess.Call first = holder.call("LateEnding.result", "A").awaitBody();
            StageProcess.Call second = other.call("LateEnding.result", "A");

            StageProcess.End end = first.awaitEnd();

            assertThat(end.thrown()).as("the body's own, in %s", end).isEqualTo("java.lang.InterruptedException");
            assertThat(end.interrupted()).as("the caller's flag").isFalse();
            assertThat(end.millis())
                    .as("of the call, with its wait for the first connection")
                    .isGreaterThan(1_000);
            assertThat(second.awaitBody().finish().awaitEnd().result()).isEqualTo("the body's own String");
            Awaitility.await()
                    .untilAsserted(() -> assertThat(holder.process().errors())
                            .contains("(onExceeded: interrupt)")
                            .doesNotContain("lost the lock"));
            Orphans.none(redis, holder, other);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "warn,      returned, the body's own String",
        "throw,     threw,    io.lockgraft.api.LockLostException",
        "interrupt, threw,    java.lang.InterruptedException"
    })
    @Tag("whole")
    void aLockThatIsNotRenewedEndsWithItsLeaseAndThatIsALoss(String onLost, String how, String outcome)
            throws Exception {
        try (RedisServer redis = RedisServer.start();
                StageProcess holder = start(redis, "lease: 2s, renew: false, onLost: " + onLost);
                StageProcess other = start(redis, "lease: 20s")) {
            other.call("LateEnding.result", "warm").awaitBody().finish().awaitEnd();
            StageProcess.Call first = holder.call("LateEnding.result", "A").awaitBody();
            long looked = System.nanoTime();
            long left = (Long) redis.command("PTTL", "it:K:A");
            assertThat(left).as("what is left of the lease").isPositive();

            StageProcess.Call second = other.call("LateEnding.result", "A").awaitBody();

            // The holder's clock ends it a little sooner, and by an interrupt it is given back then.
            assertThat(Duration.ofNanos(second.bodyAt() - looked))
                    .as("until the other came in, of the lease's %s ms", left)
                    .isBetween(Duration.ofMillis(left - 100), Duration.ofMillis(left + 4_000));
            Awaitility.await("the loss is told")
                    .atMost(Duration.ofSeconds(10))
                    .untilAsserted(() -> assertThat(holder.process().errors())
                            .containsPattern("rule 'LateEnding\\.result': lost the lock on it:K:A after \\d+ ms"
                                    + " \\(lease 2000 ms\\)"));
            StageProcess.End end = (onLost.equals("interrupt") ? first : first.finish()).awaitEnd();
            assertThat(how.equals("threw") ? end.thrown() : end.result())
                    .as("%s", end)
                    .isEqualTo(outcome);
            assertThat(end.interrupted()).as("the caller's flag").isFalse();
            assertThat(Orphans.locks(redis)).as("the second's").containsExactly("it:K:A");
            assertThat(second.finish().awaitEnd().result()).isEqualTo("the body's own String");
            assertThat(other.process().errors()).doesNotContain("lost the lock");
            Orphans.none(redis, holder, other);
        }
    }

    @Test
    @FailsWithout("`LineWriter` writes the log on a thread of its own, so that a full pipe stops no renewal")
    @Shows("the log takes nothing: stderr is a full pipe, or a disk that hangs")
    void aJvmWhoseErrorStreamTakesNothingKeepsItsLocksAndTellsLater() throws Exception {
        try (RedisServer redis = RedisServer.start();
                StageProcess stage = StageProcess.start(AppProcess.of(Jvms.running(), "Stage")
                        .errorsUnread()
                        .rules(RulesText.on(redis.address(), "wait: 30s, lease: 3s, hold: {atMost: 1s}, onLost: throw")
                                .lock("LateEnding.loud(String)")
                                .lock("LateEnding.result(String)")
                                .toString()))) {
            StageProcess.Call loud = stage.call("LateEnding.loud", "A").awaitBody();
            StageProcess.Call other = stage.call("LateEnding.result", "B").awaitBody();

            Awaitility.await()
                    .during(Duration.ofSeconds(8))
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> Orphans.locks(redis).containsAll(List.of("it:K:A", "it:K:B")));

            assertThat(loud.finish().awaitEnd().result()).as("no loss").isEqualTo("the body's own String");
            assertThat(other.finish().awaitEnd().result()).as("no loss").isEqualTo("the body's own String");
            stage.process().readErrors();
            Awaitility.await()
                    .untilAsserted(() -> assertThat(stage.process().errors())
                            .contains("this is line 3999 of it all")
                            .containsPattern(
                                    "LateEnding\\.loud\\(\\S+\\) on thread '[^']+' has held it:K:A for \\d+ ms,"
                                            + " longer than"));
            Orphans.none(redis, stage);
        }
    }

    private static StageProcess start(RedisServer redis, String settings) throws Exception {
        return StageProcess.start(AppProcess.of(Jvms.running(), "Stage")
                .rules(RulesText.on(redis.address(), "wait: 30s, " + settings)
                        .lock("LateEnding.result(String)")
                        .toString()));
    }
}
