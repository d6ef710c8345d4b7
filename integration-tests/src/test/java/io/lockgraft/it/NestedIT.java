package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.RedisServer;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A thread that has a key enters again: by a nested call, by recursion, by super. */
@FailsWithout("`Nesting#covers` refuses a write inside of a read")
@Shows({"`exclusive`", "`read`, `write`"})
class NestedIT {
    private static final Duration WAIT = Duration.ofSeconds(30);
    private static final String UNAVAILABLE = "io.lockgraft.api.LockUnavailableException";

    private RedisServer redis;
    private WitnessServer witness;

    @BeforeEach
    void start() throws Exception {
        redis = RedisServer.start();
        witness = new WitnessServer();
    }

    @AfterEach
    void end() throws Exception {
        witness.close();
        redis.close();
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#usual")
    void enteringAgainNeitherWaitsNorAsksRedisNorLosesTheOuterHold(Jvm jvm) throws Exception {
        try (StageProcess one = stage(jvm);
                StageProcess other = stage(jvm)) {
            assertThat(one.call("Nested.outer", "A").awaitEnd().result()).isEqualTo("outer(inner) String");
            assertThat(one.call("Nested.polite", "A").awaitEnd().result()).isEqualTo("sub(base) String");

            long before = RedisStatistics.scripts(redis);
            assertThat(one.call("Nested.recursive", "B").awaitEnd().result()).isEqualTo("depth 20 String");
            assertKeyFree("it:K:B");
            assertThat(RedisStatistics.scripts(redis) - before)
                    .as("scripts run for 22 entries")
                    .isLessThanOrEqualTo(4);

            // The inner call has given its hold back; the outer one's must still stand.
            StageProcess.Call outer = one.call("Nested.outerHolds", "C").awaitBody();
            assertThat(text(other, "C").thrown()).isEqualTo("io.lockgraft.api.LockBusyException");
            assertThat(outer.finish().awaitEnd().result()).isEqualTo("outer held on String");
            assertKeyFree("it:K:C");
            assertThat(text(other, "C").result()).isEqualTo("text String");
        }
    }

    /** On a busy machine the server may have no time to answer within the short wait: then again. */
    private static StageProcess.End text(StageProcess stage, String key) throws Exception {
        StageProcess.End end = stage.call("Desk.text", key).awaitEnd();
        for (int tries = 1; UNAVAILABLE.equals(end.thrown()) && tries < 20; tries++) {
            end = stage.call("Desk.text", key).awaitEnd();
        }
        return end;
    }

    @Test
    @Tag("whole")
    void aWriteInsideOfAReadIsRefusedAtOnceAndLeavesNothing() throws Exception {
        try (StageProcess one = stage("read", "write");
                StageProcess other = stage("read", "write")) {
            long before = scriptsWhenWarm(one, other);

            StageProcess.End end = one.call("Nested.outerHolds", "A").awaitEnd();

            assertThat(end.thrown()).as("%s", end).isEqualTo("io.lockgraft.api.LockRuleException");
            assertThat(end.message())
                    .contains("it needs it:K:A with lock: write, inside of a call that has it with lock: read"
                            + " (rule 'Nested.outerHolds'), and would wait for itself. It did not run.");
            assertThat(Duration.ofMillis(end.millis()))
                    .as("of a wait of %s", WAIT)
                    .isLessThan(WAIT.dividedBy(10));
            Orphans.none(redis, one, other);
            assertThat(RedisStatistics.scripts(redis) - before)
                    .as("scripts run: the outer call's")
                    .isLessThanOrEqualTo(2);
            assertThat(other.call("Nested.inner", "A").awaitEnd().result()).isEqualTo("inner String");
            Orphans.none(redis, one, other);
        }
    }

    @Test
    @Tag("whole")
    void aReadInsideOfAWriteSharesItsHoldWhichGoesOnWhenTheReadIsOver() throws Exception {
        try (StageProcess one = stage("write", "read");
                StageProcess other = stage("write", "read")) {
            long before = scriptsWhenWarm(one, other);

            StageProcess.Call outer = one.call("Nested.outerHolds", "A").awaitBody();

            assertThat(RedisStatistics.scripts(redis) - before)
                    .as("scripts run for 2 entries")
                    .isEqualTo(1);
            StageProcess.Call reader = other.call("Nested.inner", "A");
            assertThat(other.call("Desk.text", "A").awaitEnd().thrown())
                    .as("of a reader that gives up")
                    .isEqualTo("io.lockgraft.api.LockBusyException");
            assertThat(reader.hasEnded()).as("a reader that waits").isFalse();
            assertThat(outer.finish().awaitEnd().result()).isEqualTo("outer held on String");
            assertThat(reader.awaitEnd().result()).isEqualTo("inner String");
            Orphans.none(redis, one, other);
        }
    }

    /** What has been run when each has used both kinds, and all that is given back. */
    private long scriptsWhenWarm(StageProcess... stages) throws Exception {
        for (StageProcess stage : stages) {
            stage.call("Desk.text", "R").awaitEnd();
            stage.call("Desk.number", "W").awaitEnd();
        }
        Orphans.none(redis, stages);
        return RedisStatistics.scripts(redis);
    }

    private StageProcess stage(String outer, String inner) throws Exception {
        RulesText rules = RulesText.on(redis.address(), "wait: " + WAIT.toSeconds() + "s, lease: 60s")
                .lock("Nested.outerHolds(String)", "lock: " + outer)
                .lock("Nested.inner(String)", "lock: " + inner)
                .lock("Desk.text(String)", "lock: read", "wait: 500ms")
                .lock("Desk.number(String)", "lock: write");
        return StageProcess.start(
                AppProcess.of(Jvms.running(), "Stage").rules(rules.toString()).witness(witness));
    }

    private void assertKeyFree(String key) {
        Awaitility.await().untilAsserted(() -> assertThat(redis.keys("*")).doesNotContain(key));
    }

    private StageProcess stage(Jvm jvm) throws Exception {
        RulesText rules = RulesText.on(redis.address(), "wait: " + WAIT.toSeconds() + "s, lease: 20s")
                .lock("Nested.outer(String)")
                .lock("Nested.inner(String)")
                .lock("Nested.outerHolds(String)")
                .lock("Nested.recursive(String)")
                .lock("Nested.down(String, int)")
                .lock("NestedBase+.polite(String)")
                .lock("Desk.text(String)", "wait: 500ms");
        return StageProcess.start(AppProcess.of(jvm, "Stage")
                .options("-Xverify:all")
                .rules(rules.toString())
                .witness(witness));
    }
}
