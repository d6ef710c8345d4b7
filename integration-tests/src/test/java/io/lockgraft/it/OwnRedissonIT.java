package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.server.RedisServer;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The agent in an application that has, in older versions, all that the agent is made of, and uses it. */
class OwnRedissonIT {
    private static final int THREADS = 3;
    private static final int CALLS = 40;

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    void theApplicationsOwnRLockAndTheAgentExcludeEachOther(Jvm jvm) throws Exception {
        try (RedisServer redis = RedisServer.start();
                WitnessServer witness = new WitnessServer();
                AppProcess one = start(jvm, redis, witness);
                AppProcess two = start(jvm, redis, witness)) {
            one.succeeds(Duration.ofMinutes(2));
            two.succeeds(Duration.ofMinutes(2));

            WitnessServer.Watch seen = witness.of("A");
            assertThat(seen.overlaps()).isEmpty();
            assertThat(seen.calls()).isEqualTo(2 * 2 * THREADS * CALLS);
            assertThat(seen.counter()).isEqualTo(seen.calls());
            assertThat(one.output()).as("%s", one).contains("yaml {a=1}", "loader true");
            assertThat(one.errors()).contains("an application's own line");
            assertThat(one.errors() + two.errors())
                    .doesNotContain("LinkageError", "NoSuchMethodError", "NoClassDefFoundError", "VerifyError");
            Awaitility.await("no key is left in Redis")
                    .untilAsserted(() -> assertThat(redis.keys("*")).isEmpty());
        }
    }

    private static AppProcess start(Jvm jvm, RedisServer redis, WitnessServer witness) throws Exception {
        return AppProcess.of(jvm, "OwnRedissonApp", redis.address(), "it:K:A", "A", "2", "" + THREADS, "" + CALLS)
                .withLibraries()
                .rules(RulesText.on(redis.address(), "wait: 60s, lease: 20s")
                        .lock("Counter.add(String)")
                        .toString())
                .witness(witness)
                .start();
    }
}
