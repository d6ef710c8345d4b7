package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.server.RedisServer;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An application with a log manager of its own, which comes into use only if nobody has logged before. */
class LogManagerIT {
    private static final String OWN = "-Djava.util.logging.manager=com.example.app.LoggingApp$OwnLogManager";

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    void theLogManagerIsThatOfTheCommandLine(Jvm jvm) throws Exception {
        usesItsOwn(AppProcess.of(jvm, "LoggingApp").options(OWN));
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    void theLogManagerIsThatWhichMainSetsEvenAfterALockedCall(Jvm jvm) throws Exception {
        usesItsOwn(AppProcess.of(jvm, "LoggingApp"));
    }

    private static void usesItsOwn(AppProcess.Builder builder) throws Exception {
        try (RedisServer redis = RedisServer.start();
                AppProcess app = builder.eye(redis)
                        .rules(RulesText.on(redis.address(), "wait: 60s")
                                .lock("Watched.look(String)")
                                .toString())
                        .start()) {
            app.succeeds(Duration.ofSeconds(60));

            assertThat(app.output())
                    .as(app::toString)
                    .containsExactly("before locked as written", "OwnLogManager", "after locked as written");
        }
    }
}
