package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.RedisServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A thread that has a key enters again: by a nested call, by recursion, by super. */
class NestedIT {
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
    @MethodSource("io.lockgraft.it.Jvms#all")
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
            assertThat(other.call("Desk.text", "C").awaitEnd().thrown())
                    .isEqualTo("io.lockgraft.api.LockBusyException");
            assertThat(outer.finish().awaitEnd().result()).isEqualTo("outer held on String");
            assertKeyFree("it:K:C");
            assertThat(other.call("Desk.text", "C").awaitEnd().result()).isEqualTo("text String");
        }
    }

    private void assertKeyFree(String key) {
        Awaitility.await().untilAsserted(() -> assertThat(redis.keys("*")).doesNotContain(key));
    }

    private StageProcess stage(Jvm jvm) throws Exception {
        RulesText rules = RulesText.on(redis.address(), "wait: 500ms, lease: 20s")
                .lock("Nested.outer(String)")
                .lock("Nested.inner(String)")
                .lock("Nested.outerHolds(String)")
                .lock("Nested.recursive(String)")
                .lock("Nested.down(String, int)")
                .lock("NestedBase+.polite(String)")
                .lock("Desk.text(String)");
        return StageProcess.start(AppProcess.of(jvm, "Stage")
                .options("-Xverify:all")
                .rules(rules.toString())
                .witness(witness));
    }
}
