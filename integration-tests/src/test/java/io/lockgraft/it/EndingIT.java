package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.RedisServer;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** However a body ends, its caller sees just that, and the key is free. */
class EndingIT {
    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#usual")
    @Shows("the body throws, also an Error or a StackOverflowError")
    void resultsAndExceptionsOfTheBodyArriveUnchanged(Jvm jvm) throws Exception {
        try (RedisServer redis = RedisServer.start();
                StageProcess stage = StageProcess.start(AppProcess.of(jvm, "Stage")
                        .options("-Xss512k")
                        .rules(RulesText.on(redis.address(), "wait: 60s, lease: 60s")
                                .lock("Ending.*(String)")
                                .toString()))) {
            assertThrows(stage, "checked", "com.example.app.ShopException", "no A");
            assertThrows(stage, "unchecked", "java.lang.IllegalStateException", "no A");
            assertThrows(stage, "error", "java.lang.AssertionError", "no A");
            assertThrows(stage, "sneaky", "com.example.app.ShopException", "no A");
            assertThrows(stage, "overflow", "java.lang.StackOverflowError", "null");
            assertThat(stage.call("Ending.nothing", "A").awaitEnd().result()).isEqualTo("null");
            assertThat(RedisStatistics.scripts(redis)).as("locks were taken").isGreaterThanOrEqualTo(6);
            Orphans.none(redis, stage);
        }
    }

    /** JDK 20 took Thread.stop away. */
    static List<Jvm> jvmsThatStopThreads() {
        return Jvms.extremes().stream().filter(jvm -> jvm.version() < 20).toList();
    }

    @ParameterizedTest
    @MethodSource("jvmsThatStopThreads")
    @Shows("`Thread.stop` (up to JDK 19), in the body or while it waits")
    void aThreadThatIsStoppedInItsBodyOrWhileItWaitsLeavesNoLock(Jvm jvm) throws Exception {
        try (RedisServer redis = RedisServer.start();
                StageProcess stage = start(jvm, redis);
                StageProcess other = start(jvm, redis)) {
            StageProcess.Call held = other.call("LateEnding.result", "A").awaitBody();
            StageProcess.Call waitsForTheServer = stage.call("LateEnding.result", "A");
            Awaitility.await("the subscription of the one who waits")
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> !((List<?>) redis.command("PUBSUB", "CHANNELS")).isEmpty());
            StageProcess.Call waitsAtTheGate = stage.call("LateEnding.result", "A");
            StageProcess.Call inItsBody = stage.call("LateEnding.result", "B").awaitBody();

            for (StageProcess.Call each : List.of(inItsBody, waitsAtTheGate, waitsForTheServer)) {
                assertThat(each.stop().awaitEnd().thrown()).isEqualTo("java.lang.ThreadDeath");
            }

            held.finish().awaitEnd();
            stage.call("LateEnding.result", "A").awaitBody().finish().awaitEnd();
            Orphans.none(redis, stage, other);
        }
    }

    private static StageProcess start(Jvm jvm, RedisServer redis) throws Exception {
        return StageProcess.start(AppProcess.of(jvm, "Stage")
                .rules(RulesText.on(redis.address(), "wait: 30s, lease: 60s")
                        .lock("LateEnding.result(String)")
                        .toString()));
    }

    private static void assertThrows(StageProcess stage, String method, String type, String message) throws Exception {
        StageProcess.End end = stage.call("Ending." + method, "A").awaitEnd();
        assertThat(end.thrown()).isEqualTo(type);
        assertThat(end.message()).isEqualTo(message);
        assertThat(end.cause()).isEqualTo("null");
        assertThat(end.trace()).doesNotContain("io.lockgraft.engine", "Suppressed:");
    }
}
