package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.server.RedisServer;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What an application notices of the agent: its locks, and nothing else. */
class HiddenIT {
    private static final String LATE = "connect: late, address: '";

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    void theApplicationSeesNoClassAndWhereTheRulesSaySoNoThreadOfTheAgentBeforeTheFirstLock(Jvm jvm) throws Exception {
        try (RedisServer redis = RedisServer.start();
                WitnessServer witness = new WitnessServer();
                AppProcess app = AppProcess.of(jvm, "HiddenApp", "A")
                        .rules(RulesText.onServers(LATE + redis.address() + "'", "wait: 10s, lease: 20s")
                                        .lock("Counter.add(String)")
                                        .toString()
                                + "manage: {mailbox: off}\n")
                        .witness(witness)
                        .start()) {
            app.succeeds(Duration.ofSeconds(60));

            assertThat(app.output()).noneMatch(line -> line.startsWith("visible"));
            assertThat(app.output())
                    .noneMatch(line -> line.startsWith("before") && line.matches("(?i).*(lockgraft|redisson|netty).*"));
            assertThat(app.output())
                    .as("after a locked call there are threads, and they are the agent's own")
                    .anyMatch(line -> line.startsWith("after\tdaemon") && line.matches("(?i).*lockgraft.*"));
            assertThat(app.output().stream()
                            .filter(line -> line.startsWith("after\tuser"))
                            .map(line -> line.replace("after", "before")))
                    .as("threads that are no daemons")
                    .allSatisfy(line -> assertThat(app.output()).contains(line));
            assertThat(RedisStatistics.scripts(redis)).isPositive();
        }
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    void whereTheRulesSaySoThereIsNoConnectionBeforeTheFirstLockedCall(Jvm jvm) throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            long before = RedisStatistics.connections(redis);
            try (StageProcess stage = StageProcess.start(AppProcess.of(jvm, "Stage")
                    .rules(RulesText.onServers(
                                    "connect: late, address: '" + redis.address() + "'", "wait: 10s, lease: 20s")
                            .lock("Desk.text(String)")
                            .toString()))) {
                stage.call("Desk.number", "A").awaitEnd();
                assertThat(RedisStatistics.connections(redis)).isEqualTo(before);

                stage.call("Desk.text", "A").awaitEnd();
                assertThat(RedisStatistics.connections(redis)).isGreaterThan(before);
            }
        }
    }
}
