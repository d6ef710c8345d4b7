package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The agent keeps no JVM alive. */
@Shows("`main` returns")
class ProcessEndIT {
    private static final Duration PROMISED = Duration.ofSeconds(10);

    /** What befalls Redis when the job pauses; or null. */
    private Runnable illness;

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    void aMainThatReturnsEndsItsProcess(Jvm jvm) throws Exception {
        try (RedisServer redis = RedisServer.start();
                WitnessServer witness = new WitnessServer()) {
            AtomicLong returned = new AtomicLong();
            try (AppProcess batch = AppProcess.of(jvm, "BatchApp", "A", "B", "A")
                    .rules(RulesText.on(redis.address(), "wait: 60s, lease: 60s")
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

    /** The first locked call of the JVM may be one of those. */
    @ParameterizedTest
    @ValueSource(strings = {"1", ""})
    @FailsWithout("`LastWaits` and `LazyGates#make` wait for the releases of a JVM that ends")
    @Shows("a shutdown hook or a `@PreDestroy` makes a locked call while the JVM ends")
    void whatAShutdownHookReleasesLastIsReleasedWhenTheProcessHasEnded(String before) throws Exception {
        try (RedisServer redis = RedisServer.start();
                AppProcess app = AppProcess.of(
                                Jvms.running(), "LateApp", before.isEmpty() ? new String[0] : new String[] {before})
                        .rules(RulesText.on(redis.address(), "wait: 30s, lease: 60s")
                                .lock("LateApp.work(int)")
                                .toString())
                        .start()) {
            app.succeeds(Duration.ofSeconds(60));

            assertThat(app.output()).containsExactly("the last work is done");
            assertThat(RedisStatistics.scripts(redis)).as("locks were taken").isGreaterThan(200);
            assertThat(redis.keys("*")).as("keys that the end left behind").isEmpty();
        }
    }

    @Test
    void aMainThatReturnsEndsItsProcessThoughRedisIsNotThere() throws Exception {
        try (RedisServer redis = RedisServer.absent()) {
            assertThat(outputOfJob(redis, "A", "B"))
                    .containsExactly(
                            "failed A io.lockgraft.api.LockUnavailableException",
                            "failed B io.lockgraft.api.LockUnavailableException",
                            "main returns");
        }
    }

    @Test
    void aMainThatReturnsEndsItsProcessThoughRedisFrozeAfterALockedCall() throws Exception {
        endsThough(RedisServer::freeze);
    }

    @Test
    @Tag("whole")
    void aMainThatReturnsEndsItsProcessThoughRedisWasKilledAfterALockedCall() throws Exception {
        endsThough(RedisServer::kill);
    }

    private void endsThough(Consumer<RedisServer> illness) throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            this.illness = () -> illness.accept(redis);
            assertThat(outputOfJob(redis, "A", "pause", "B"))
                    .containsExactly(
                            "worked on A",
                            "pauses",
                            "failed B io.lockgraft.api.LockUnavailableException",
                            "main returns");
        }
    }

    private List<String> outputOfJob(RedisServer redis, String... arguments) throws Exception {
        AtomicLong returned = new AtomicLong();
        CompletableFuture<Void> pauses = new CompletableFuture<>();
        try (AppProcess job = AppProcess.of(Jvms.running(), "JobApp", arguments)
                .rules(RulesText.on(redis.address(), "lease: 60s")
                        // The first call of a JVM waits for the loading of the client, as long as a busy machine takes.
                        .lock("JobApp.work(String)", "when: p0 == 'A'", illness == null ? "wait: 1s" : "wait: 30s")
                        .lock("JobApp.work(String)", "name: later", "when: p0 != 'A'", "wait: 1s")
                        .toString())
                .start(line -> {
                    returned.compareAndSet(0, line.equals("main returns") ? System.nanoTime() : 0);
                    if (line.equals("pauses")) {
                        pauses.complete(null);
                    }
                })) {
            if (illness != null) {
                pauses.get(60, TimeUnit.SECONDS);
                illness.run();
                job.tell("");
            }
            job.succeeds(Duration.ofSeconds(60));
            Duration took = Duration.ofNanos(System.nanoTime() - returned.get());
            System.out.println("==== the process ended " + took.toMillis() + " ms after main");
            assertThat(took).isLessThan(PROMISED);
            return job.output();
        }
    }
}
