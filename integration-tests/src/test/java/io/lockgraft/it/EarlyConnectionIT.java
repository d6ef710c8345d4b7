package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.server.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * When the lock client is loaded and connected: by itself once main runs, or with {@code connect: late} by the first
 * locked call; and that no call's wait pays for it.
 */
class EarlyConnectionIT {
    private static final String NOT_CONNECTED = "The lock client is not connected: ";

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
                    } else if (line.equals("slow agent begins") || line.startsWith("holds ")) {
                        loaded.complete(null);
                    }
                });
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#usual")
    void theFirstLockedCallFindsTheConnectionThere(Jvm jvm) throws Exception {
        try (RedisServer redis = RedisServer.start();
                AppProcess job = job(jvm, redis, "early", PATIENT, "pause", "A", "pause")) {
            await("the first script").atMost(Duration.ofSeconds(60)).until(() -> RedisStatistics.scripts(redis) > 0);
            List<String> before = agents(redis);

            job.tell("");
            await().atMost(Duration.ofSeconds(60)).until(() -> said.containsKey("worked on A"));

            // On a busy machine a second one may have been made, where a question came while the first one was asked.
            assertThat(before).isNotEmpty();
            assertThat(before).as("connections of the agent's").containsAll(agents(redis));
            job.tell("");
            job.succeeds(Duration.ofSeconds(60));
            assertThat(job.output()).containsExactly("pauses", "worked on A", "pauses", "main returns");
            assertThat(redis.keys("*")).as("keys that the end left behind").isEmpty();
        }
    }

    /** The numbers of the connections that agents have. */
    private static List<String> agents(RedisServer redis) {
        return String.valueOf(redis.command("CLIENT", "LIST"))
                .lines()
                .filter(line -> line.contains(" name=lockgraft"))
                .map(line -> line.replaceAll("id=(\\d+) .*", "$1"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#usual")
    @FailsWithout("`EarlyConnection` connects the client by itself, and not before `main`")
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

    /** Without a word of it in the rules, and though no class with a lock has been loaded. */
    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    @FailsWithout("`EarlyConnection` connects the client by itself, and not before `main`")
    void theClientConnectsByItselfOnceMainRuns(Jvm jvm) throws Exception {
        try (RedisServer redis = RedisServer.start();
                AppProcess job = AppProcess.of(jvm, "JobApp", "pause")
                        .rules(RulesText.on(redis.address(), "wait: 1s")
                                .lock("Desk.text(String)")
                                .toString())
                        .start()) {
            await().atMost(Duration.ofSeconds(60)).until(() -> !agents(redis).isEmpty());

            assertThat(job.output()).containsExactly("pauses");
            job.tell("");
            job.succeeds(Duration.ofSeconds(60));
        }
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#usual")
    @FailsWithout("`EarlyConnection` leaves the processors to an application that loads classes")
    void nothingConnectsWhileTheApplicationLoadsItsClasses(Jvm jvm) throws Exception {
        nothingConnectsWhileItStarts(jvm, "load");
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    @FailsWithout("`EarlyConnection` leaves the processors to an application whose main thread computes")
    void nothingConnectsWhileItsMainThreadComputes(Jvm jvm) throws Exception {
        nothingConnectsWhileItStarts(jvm, "compute");
    }

    private static void nothingConnectsWhileItStarts(Jvm jvm, String how) throws Exception {
        CompletableFuture<List<String>> whileItStarts = new CompletableFuture<>();
        try (RedisServer redis = RedisServer.start();
                AppProcess job = AppProcess.of(jvm, "JobApp", how, "pause")
                        .rules(RulesText.on(redis.address(), "wait: 1s")
                                .lock("JobApp.work(String)")
                                .toString())
                        .start(line -> {
                            if (line.equals(how + "s")) {
                                whileItStarts.complete(agents(redis));
                            }
                        })) {
            assertThat(whileItStarts.get(60, TimeUnit.SECONDS))
                    .as("connections of the agent's, three seconds after main began")
                    .isEmpty();

            await().atMost(Duration.ofSeconds(60)).until(() -> !agents(redis).isEmpty());
            assertThat(job.output()).contains("pauses");
            job.tell("");
            job.succeeds(Duration.ofSeconds(60));
        }
    }

    /** A class of the client is held back until the wait of the call would have been over twice. */
    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#usual")
    @FailsWithout("`Gates#awaitLoaded` and `LockEngine#load` take the loading of the client out of a call's wait")
    void whatTheLoadingTakesIsNoPartOfTheCallsWait(Jvm jvm, @TempDir Path folder) throws Exception {
        String option = "-javaagent:" + AgentJar.in(folder, "HoldingAgent") + "=org/redisson/Redisson";
        try (RedisServer redis = RedisServer.start();
                AppProcess job = start(AppProcess.of(jvm, "JobApp", "A").options(option), redis, "early", "3s")) {
            loaded.get(60, TimeUnit.SECONDS);
            Thread.sleep(6_000); // twice the wait
            assertThat(job.output()).containsExactly("holds org/redisson/Redisson");

            job.tell("");
            job.succeeds(Duration.ofSeconds(60));

            assertThat(job.output()).containsExactly("holds org/redisson/Redisson", "worked on A", "main returns");
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
            await().atMost(Duration.ofSeconds(30)).until(() -> job.errors().contains(NOT_CONNECTED));
            assertThat(job.errors().lines().filter(line -> line.contains("WARN") || line.contains("ERROR")))
                    .singleElement()
                    .asString()
                    .containsPattern(NOT_CONNECTED + "(Unable to connect to Redis server|.*no answer in time)")
                    .endsWith(". Locked calls try again");

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
            await().atMost(Duration.ofSeconds(30)).until(() -> job.errors().contains(NOT_CONNECTED));
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
