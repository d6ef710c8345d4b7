package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.server.RedisServer;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules that match nothing, in a JVM that goes on. */
@FailsWithout("`MatchWatch` tells while the JVM runs which rules have matched nothing")
class UnmatchedIT {
    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    void areToldWhileItRunsAndAtItsEndAndTheApplicationGoesOn(Jvm jvm) throws Exception {
        try (RedisServer redis = RedisServer.start();
                AppProcess app = AppProcess.of(jvm, "WatchedApp")
                        .options("-Dlockgraft.matchWithin=1s")
                        .eye(redis)
                        .rules(RulesText.on(redis.address(), "wait: 60s")
                                .lock("Watched.look(String)")
                                .lock("Wathced.monitor(String)")
                                .set("name: mistyped")
                                .lock("com.other.Wathced.monitor(String)")
                                .set("name: required", "requireMatch: true")
                                .toString())
                        .start()) {
            Awaitility.await("an error while it runs")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> app.errors().contains("ERROR"));
            Awaitility.await("a warning while it runs")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> app.errors().contains("WARN"));
            assertThat(app.errors())
                    .containsPattern("ERROR \\S+:10:5: rule 'required' locked nothing in the first 1s:"
                            + " com.other.Wathced.monitor\\(String\\) matched nothing: no class com.other.Wathced was"
                            + " loaded.* \\(requireMatch\\)")
                    .containsPattern("WARN \\S+:7:5: rule 'mistyped' locked nothing in the first 1s:"
                            + " com.example.app.Wathced.monitor\\(String\\) matched nothing: no class"
                            + " com.example.app.Wathced was loaded");
            app.tell("a");
            app.tell("end");

            app.succeeds(Duration.ofSeconds(60));
            assertThat(app.output()).as(app::toString).contains("a-look locked as written");
            assertThat(app.errors())
                    .contains("INFO rule 'Watched.look' locks com.example.app.Watched.look(java.lang.String)")
                    .containsPattern("ERROR \\S+:10:5: rule 'required' locked nothing in this run: ")
                    .containsPattern("WARN \\S+:7:5: rule 'mistyped' locked nothing in this run: \\S+ matched nothing:"
                            + " no class com.example.app.Wathced was loaded; did you mean"
                            + " com.example.app.Watched\\?");
        }
    }
}
