package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.RedisServer;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A synchronized method takes its lock first and its monitor second. */
@FailsWithout(
        "`SiteWarning` and `Planner` warn once about circles, transactions and results that " + "outlive the lock")
class SynchronizedIT {
    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    void aWaitForOneKeyDoesNotBlockTheMonitorForAnother(Jvm jvm) throws Exception {
        try (RedisServer redis = RedisServer.start();
                WitnessServer witness = new WitnessServer();
                StageProcess stage = StageProcess.start(AppProcess.of(jvm, "Stage")
                        .options("-Xverify:all")
                        .rules(RulesText.on(redis.address(), "wait: 60s, lease: 60s")
                                .lock("Desk.hold(String)")
                                .lock("Desk.monitor(String)")
                                .lock("Desk.monitorOfClass(String)")
                                .toString())
                        .witness(witness))) {
            StageProcess.Call holder = stage.call("Desk.hold", "A").awaitBody();
            StageProcess.Call waits = stage.call("Desk.monitor", "A").finish();

            StageProcess.Call passes = stage.call("Desk.monitor", "B").awaitBody();
            assertThat(waits.bodyRan()).isFalse();
            assertThat(passes.finish().awaitEnd().result()).isEqualTo("with the monitor String");
            assertThat(stage.call("Desk.monitorOfClass", "B").awaitEnd().result())
                    .isEqualTo("with the monitor String");

            holder.finish().awaitEnd();
            assertThat(waits.awaitEnd().result()).isEqualTo("with the monitor String");
            Orphans.none(redis, stage);
        }
    }

    /** As in a method that is synchronized, has no rule, and calls one that has. */
    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    @FailsWithout("`InnerMonitor` finds a circle of a lock and a monitor")
    @Shows("a `synchronized` method without a rule calls one with a rule on the same object, and others "
            + "call that directly")
    void aCallThatWaitsForItsLockInsideOfItsMonitorIsToldOf(Jvm jvm) throws Exception {
        try (RedisServer redis = RedisServer.start();
                WitnessServer witness = new WitnessServer();
                StageProcess stage = StageProcess.start(AppProcess.of(jvm, "Stage")
                        .rules(RulesText.on(redis.address(), "wait: 60s, lease: 60s")
                                .lock("Desk.hold(String)")
                                .lock("Desk.monitor(String)")
                                .toString())
                        .witness(witness))) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(stage.process().errors())
                            .containsOnlyOnce("Desk.aroundMonitor calls it inside of its monitor"));
            StageProcess.Call holder = stage.call("Desk.hold", "A").awaitBody();

            StageProcess.Call waits = stage.call("Desk.aroundMonitor", "A").finish();

            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(stage.process().errors())
                            .contains("com.example.app.Desk.monitor(java.lang.String) waits for it:K:A, and its "
                                    + "thread is in"
                                    + " the method's monitor already"));
            holder.finish().awaitEnd();
            assertThat(waits.awaitEnd().result()).isEqualTo("with the monitor String");
            Orphans.none(redis, stage);
        }
    }
}
