package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.RedisServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** However a body ends, its caller sees just that, and the key is free. */
class EndingIT {
    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#all")
    void resultsAndExceptionsOfTheBodyArriveUnchanged(Jvm jvm) throws Exception {
        try (RedisServer redis = RedisServer.start();
                StageProcess stage = StageProcess.start(AppProcess.of(jvm, "Stage")
                        .options("-Xss512k")
                        .rules(RulesText.on(redis.address(), "wait: 5s, lease: 60s")
                                .lock("Ending.*(String)")
                                .toString()))) {
            assertThrows(stage, "checked", "com.example.app.ShopException", "no A");
            assertThrows(stage, "unchecked", "java.lang.IllegalStateException", "no A");
            assertThrows(stage, "error", "java.lang.AssertionError", "no A");
            assertThrows(stage, "sneaky", "com.example.app.ShopException", "no A");
            assertThrows(stage, "overflow", "java.lang.StackOverflowError", "null");
            assertThat(stage.call("Ending.nothing", "A").awaitEnd().result()).isEqualTo("null");
            assertThat(RedisStatistics.scripts(redis)).as("locks were taken").isGreaterThanOrEqualTo(6);
            Awaitility.await("no key is left in Redis")
                    .untilAsserted(() -> assertThat(redis.keys("*")).isEmpty());
        }
    }

    private static void assertThrows(StageProcess stage, String method, String type, String message) throws Exception {
        StageProcess.End end = stage.call("Ending." + method, "A").awaitEnd();
        assertThat(end.thrown()).isEqualTo(type);
        assertThat(end.message()).isEqualTo(message);
        assertThat(end.cause()).isEqualTo("null");
        assertThat(end.trace()).doesNotContain("io.lockgraft.lock", "Suppressed:");
    }
}
