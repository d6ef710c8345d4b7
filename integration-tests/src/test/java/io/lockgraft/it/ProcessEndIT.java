package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.RedisServer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The agent keeps no JVM alive. */
class ProcessEndIT {
    private static final Duration PROMISED = Duration.ofSeconds(2);

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#all")
    void aMainThatReturnsEndsItsProcess(Jvm jvm) throws Exception {
        try (RedisServer redis = RedisServer.start();
                WitnessServer witness = new WitnessServer()) {
            AtomicLong returned = new AtomicLong();
            try (AppProcess batch = AppProcess.of(jvm, "BatchApp", "A", "B", "A")
                    .rules(RulesText.on(redis.address(), "wait: 5s, lease: 60s")
                            .lock("Counter.add(String)")
                            .toString())
                    .witness(witness)
                    .start(line -> returned.compareAndSet(0, line.equals("main returns") ? System.nanoTime() : 0))) {
                batch.succeeds(Duration.ofSeconds(60));
                assertThat(Duration.ofNanos(System.nanoTime() - returned.get())).isLessThan(PROMISED);
            }
            assertThat(witness.of("A").calls()).isEqualTo(2);
            assertThat(RedisStatistics.scripts(redis)).as("locks were taken").isPositive();
            assertThat(redis.keys("*")).as("keys that the end left behind").isEmpty();
        }
    }
}
