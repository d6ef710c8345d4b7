package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.RedisServer;
import java.time.Duration;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An interrupt may come at any moment: it ends the wait, and leaves no key behind. */
class InterruptIT {
    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#all")
    void interruptsAtEveryMomentLeaveNoKeyBehind(Jvm jvm) throws Exception {
        int calls = jvm.equals(Jvms.running()) ? 1000 : 200;
        long seed = System.nanoTime();
        try (RedisServer redis = RedisServer.start();
                WitnessServer witness = new WitnessServer();
                AppProcess app = AppProcess.of(jvm, "InterruptApp", "A", "" + calls, "" + seed)
                        .rules(RulesText.on(redis.address(), "wait: 30s, lease: 5m")
                                .lock("Patient.*(String)")
                                .toString())
                        .witness(witness)
                        .start()) {
            Awaitility.await("all calls are over")
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> app.output().contains("over") || !app.isAlive());
            assertThat(app.output()).as("%s", app).contains("over");

            // The process lives on, and the lease is long: only a release makes the key go.
            Awaitility.await("the key is free, seed " + seed)
                    .untilAsserted(() -> assertThat(redis.keys("*")).isEmpty());
            Orphans.none(redis);
            System.out.println(
                    "==== " + calls + " interrupted calls of a locked method on " + jvm + " left 0 keys behind");
            witness.meet("checked", 2);
            app.succeeds(Duration.ofSeconds(30));
            assertThat(app.output()).as("seed %d", seed).noneMatch(line -> line.startsWith("wrong"));
            assertThat(app.output()).as("some calls were declined").doesNotContain("declined 0");
            assertThat(witness.of("A").overlaps()).isEmpty();
            assertThat(witness.of("A").counter()).isEqualTo(witness.of("A").calls());
        }
    }

    /** Is the test above worth something? The same moments leave keys behind where Redisson's own lock is used. */
    @Test
    void theSameInterruptsLeaveKeysBehindThatAreLockedByHand() throws Exception {
        int calls = 200;
        try (RedisServer redis = RedisServer.start();
                AppProcess app = AppProcess.of(
                                Jvms.running(), "RawInterruptApp", redis.address(), "raw:", "" + calls, "1")
                        .withLibraries()
                        .start()) {
            Awaitility.await("all calls are over")
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> app.output().contains("over") || !app.isAlive());
            assertThat(app.output()).as("%s", app).contains("over");
            Thread.sleep(2_000); // for whatever it may still release by itself

            Set<String> left = redis.keys("raw:*");
            System.out.println(
                    "==== " + calls + " interrupted calls of RLock.tryLock left " + left.size() + " keys behind");
            assertThat(left).isNotEmpty();
        }
    }
}
