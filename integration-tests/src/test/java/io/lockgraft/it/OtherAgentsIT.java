package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.server.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The agent beside others that load, change and retransform the classes that it locks. */
class OtherAgentsIT {
    @TempDir
    private static Path folder;

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    void aClassThatAnotherAgentHasLoadedIsLockedAndItsMonitorStaysOutside(Jvm jvm) throws Exception {
        Path loading = AgentJar.in(folder, "LoadingAgent");
        try (RedisServer redis = RedisServer.start();
                AppProcess app = AppProcess.of(jvm, "WatchedApp")
                        .options("-Xverify:all", "-javaagent:" + loading + "=com.example.app.Watched")
                        .eye(redis)
                        .rulesOfLastAgent(rules(redis))
                        .start()) {
            app.tell("a");
            app.tell("end");
            app.succeeds(Duration.ofSeconds(60));

            assertThat(app.output())
                    .as(app::toString)
                    .containsExactly("ready", "a-look locked as written", "a-monitor locked with the monitor");
            assertThat(app.errors())
                    .contains("the method is synchronized and waits for the lock inside its monitor,"
                            + " because the class was loaded before the agent: calls with other keys wait with it");
        }
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    void anAgentThatChangesAndRetransformsTheClassLeavesItsLocks(Jvm jvm) throws Exception {
        Path changing = AgentJar.in(folder, "ChangingAgent");
        for (boolean ours : new boolean[] {true, false}) {
            String option = "-javaagent:" + changing;
            try (RedisServer redis = RedisServer.start();
                    AppProcess app = order(AppProcess.of(jvm, "WatchedApp").withLibraries(), ours, option, rules(redis))
                            .options("-Xverify:all")
                            .eye(redis)
                            .start()) {
                app.tell("a");
                app.tell("end");
                app.succeeds(Duration.ofSeconds(60));

                assertThat(app.output())
                        .as(() -> (ours ? "first ours\n" : "first the other\n") + app)
                        .containsExactly("ready", "a-look locked as changed", "a-monitor locked with the monitor");
            }
        }
    }

    @Test
    void aPatternForEveryClassTakesNoneThatALibraryOfOursMakes() throws Exception {
        try (RedisServer redis = RedisServer.start();
                AppProcess app = AppProcess.of(Jvms.running(), "WatchedApp")
                        .options("-Dlockgraft.log=debug")
                        .eye(redis)
                        .rules(rules(redis) + "  - {method: '*.invoke*(..)', key: K}\n")
                        .start()) {
            app.tell("a");
            app.tell("end");
            app.succeeds(Duration.ofSeconds(60));

            assertThat(app.output()).as(app::toString).contains("a-look locked as written");
            assertThat(app.errors()).doesNotContain("net.bytebuddy").doesNotContain(" ERROR ");
        }
    }

    private static AppProcess.Builder order(AppProcess.Builder app, boolean ours, String option, String rules) {
        return ours ? app.rules(rules).options(option) : app.options(option).rulesOfLastAgent(rules);
    }

    private static String rules(RedisServer redis) {
        return RulesText.on(redis.address(), "wait: 60s")
                .lock("Watched.look(String)")
                .lock("Watched.monitor(String)")
                .toString();
    }
}
