package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.server.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A class that the JVM shows to no agent, because a loader loads it while the agent asks that loader for another. */
@FailsWithout("`LostParameters` puts back the parameter names that the JVM drops from a class that is woven late")
class HiddenClassIT {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    void aClassThatWasHiddenFromTheAgentIsWovenAndTold(Jvm jvm) throws Exception {
        Path report = folder.resolve("report.json");
        try (RedisServer redis = RedisServer.start();
                AppProcess app = AppProcess.of(jvm, "AskingApp")
                        .options("-Xverify:all", "-Dlockgraft.report=" + report)
                        .eye(redis)
                        .rules(RulesText.on(redis.address(), "wait: 60s")
                                .lock("Counter.add(String)")
                                .lock("Watched.look(String)")
                                .lock("Watched.monitor(String)")
                                .toString())
                        .start()) {
            app.succeeds(Duration.ofSeconds(60));

            assertThat(app.output())
                    .as(app::toString)
                    .containsExactly(
                            "look locked as written",
                            "monitor locked with the monitor",
                            "names: look key, monitor key");
            assertThat(app.errors())
                    .containsOnlyOnce("rule 'Watched.look': com.example.app.Watched of application's class path: it was"
                            + " loaded while another class was being woven, and was therefore hidden from the "
                            + "agent. It has been"
                            + " woven since; calls before that ran without their locks");
            assertThat(report)
                    .content()
                    .contains("\"it was loaded while another class was being woven, and was therefore hidden from "
                            + "the agent."
                            + " It has been woven since; calls before that ran without their locks");
        }
    }
}
