package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.testing.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code connect: early} and {@code connect: late}: who pays for the loading of the lock client, and when. */
class EarlyConnectionIT {
    private static final Duration PROMISED_END = Duration.ofSeconds(10);

    /** A busy machine takes its time to load a client. */
    private static final String PATIENT = "30s";

    private final Map<String, Long> said = new ConcurrentHashMap<>();
    private final CompletableFuture<Void> pauses = new CompletableFuture<>();
    private final CompletableFuture<Void> loaded = new CompletableFuture<>();

    private AppProcess job(Jvm jvm, RedisServer redis, String connect, String wait, String... arguments)
            throws Exception {
        return start(AppProcess.of(jvm, "JobApp", arguments), redis, connect, wait);
    }

    private AppProcess start(AppProcess.Builder app, RedisServer redis, String connect, String wait) throws Exception {
        return app.rules(RulesText.onServers(
                                "address: '" + redis.address() + "', connect: " + connect,
                                "wait: " + wait + ", lease: 30s")
                        .lock("JobApp.work(String)")
                        .toString())
                .start(line -> {
                    said.put(line, System.nanoTime());
                    if (line.equals("pauses")) {
                        pauses.complete(null);
                    } else if (line.equals("slow agent begins")) {
                        loaded.complete(null);
                    }
                });
    }

    /** Milliseconds from the call to its end. */
    private double firstCall(Jvm jvm, RedisServer redis, String connect) throws Exception {
        EarlyConnectionIT run = new EarlyConnectionIT();
        try (AppProcess job = run.job(jvm, redis, connect, PATIENT, "pause", "A")) {
            run.pauses.get(60, TimeUnit.SECONDS);
            if (connect.equals("early")) {
                await().atMost(Duration.ofSeconds(30))
                        .during(Duration.ofMillis(500))
                        .until(() -> connections(redis) > 0);
            } else {
                assertThat(connections(redis))
                        .as("connections before the first locked call")
                        .isZero();
            }
            long begin = System.nanoTime();
            job.tell("");
            job.succeeds(Duration.ofSeconds(60));
            assertThat(job.output()).containsExactly("pauses", "worked on A", "main returns");
            long ended = System.nanoTime();
            assertThat(Duration.ofNanos(ended - run.said.get("main returns"))).isLessThan(PROMISED_END);
            assertThat(redis.keys("*")).as("keys that the end left behind").isEmpty();
            return (run.said.get("worked on A") - begin) / 1e6;
        }
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#usual")
    void theFirstLockedCallFindsTheConnectionThere(Jvm jvm) throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            double late = firstCall(jvm, redis, "late");
            double early = firstCall(jvm, redis, "early");

            System.out.printf("==== %s: first locked call %.0f ms late, %.0f ms early%n", jvm, late, early);
        }
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#usual")
    void nothingConnectsBeforeMainThoughAnotherAgentHasLoadedAClassWithALock(Jvm jvm, @TempDir Path folder)
            throws Exception {
        String option = "-javaagent:" + AgentJar.in(folder, "SlowAgent") + "=com.example.app.JobApp";
        try (RedisServer redis = RedisServer.start()) {
            long before = RedisStatistics.connections(redis);
            try (AppProcess job =
                    start(AppProcess.of(jvm, "JobApp", "pause").options(option), redis, "early", PATIENT)) {
                loaded.get(60, TimeUnit.SECONDS);
                Thread.sleep(2_500); // several times what a client takes
                assertThat(RedisStatistics.connections(redis) - before)
                        .as("connections before main")
                        .isZero();
                assertThat(job.output()).containsExactly("slow agent begins");

                job.tell("");
                await().atMost(Duration.ofSeconds(30)).until(() -> connections(redis) > 0);
                assertThat(job.output()).contains("slow agent ends");
                job.tell("");
                job.succeeds(Duration.ofSeconds(60));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#usual")
    void aLockedCallThatComesMeanwhileJoinsIn(Jvm jvm) throws Exception {
        try (RedisServer redis = RedisServer.start();
                AppProcess job = job(jvm, redis, "early", PATIENT, "A", "B")) {
            job.succeeds(Duration.ofSeconds(60));

            assertThat(job.output()).containsExactly("worked on A", "worked on B", "main returns");
            assertThat(job.errors()).doesNotContain("WARN", "ERROR");
        }
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#usual")
    void aServerThatIsNotThereCostsALineAndTheFirstCallIsToldAsEver(Jvm jvm) throws Exception {
        try (RedisServer redis = RedisServer.absent();
                AppProcess job = job(jvm, redis, "early", "1s", "pause", "A")) {
            pauses.get(60, TimeUnit.SECONDS);
            await().atMost(Duration.ofSeconds(30)).until(() -> job.errors().contains("connect: early"));
            assertThat(job.errors().lines().filter(line -> line.contains("WARN") || line.contains("ERROR")))
                    .singleElement()
                    .asString()
                    .contains("connect: early: Unable to connect to Redis server");

            job.tell("");
            job.succeeds(Duration.ofSeconds(60));

            assertThat(job.output())
                    .containsExactly("pauses", "failed A io.lockgraft.api.LockUnavailableException", "main returns");
        }
    }

    @Test
    void aServerThatComesAfterTheEarlyConnectionFailedIsFoundByTheFirstCall() throws Exception {
        try (RedisServer redis = RedisServer.start();
                AppProcess job = afterKilling(redis)) {
            pauses.get(60, TimeUnit.SECONDS);
            await().atMost(Duration.ofSeconds(30)).until(() -> job.errors().contains("connect: early"));
            redis.restart();

            job.tell("");
            job.succeeds(Duration.ofSeconds(60));

            assertThat(job.output()).containsExactly("pauses", "worked on A", "main returns");
        }
    }

    private AppProcess afterKilling(RedisServer redis) throws Exception {
        redis.kill();
        return job(Jvms.running(), redis, "early", PATIENT, "pause", "A");
    }

    private static long connections(RedisServer redis) {
        // One is the question itself.
        return Long.parseLong(redis.info("clients", "connected_clients")) - 1;
    }
}
