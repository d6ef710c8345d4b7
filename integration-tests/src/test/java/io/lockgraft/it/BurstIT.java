package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Many threads call at once, on distinct keys or on few: all are served, and a quiet caller afterwards always.
 * {@code bursts.sh} makes those of the matrix more often.
 */
@Shows("a burst of threads, also virtual ones, on distinct keys, also with small stacks")
final class BurstIT {
    /** How many times each burst of the matrix is made, and which: those whose name has this pattern. */
    private static final int TIMES = Integer.getInteger("lockgraft.test.bursts", 1);

    /** So many are made by one JVM; the first finds it cold. */
    private static final int TIMES_OF_A_JVM = 5;

    private static final Pattern WHICH = Pattern.compile(System.getProperty("lockgraft.test.bursts-of", ""));

    /** Keys that a hundred threads each want. */
    private static final int SHARED = 10;

    private static final Duration LONGEST = Duration.ofSeconds(90);

    private static final Pattern THREADS = Pattern.compile("threads=(\\d+)->(\\d+)");
    private static final Pattern LONGEST_CALL = Pattern.compile(" longest=(\\d+)");

    /** How many times its wait a call of a burst may take: a busy machine has thousands of exceptions to make. */
    private static final int WAITS = 30;

    private static final int MOST_THREADS = 40 + Runtime.getRuntime().availableProcessors();

    /** One line of the matrix. */
    record Burst(Jvm jvm, String stack, int carriers, String kind, int threads, int calls, int keys) {
        /** Each thread has a key of its own. */
        Burst(Jvm jvm, String stack, int carriers, String kind, int threads, int calls) {
            this(jvm, stack, carriers, kind, threads, calls, 0);
        }

        @Override
        public String toString() {
            String on = carriers == 0 ? "" : " on " + carriers + " carriers";
            return jvm + ", " + threads + ' ' + kind + on + ", " + (stack.isEmpty() ? "default stacks" : stack);
        }

        private String[] options() {
            // Each virtual thread that waits keeps its stack on the heap.
            List<String> options = new ArrayList<>(List.of(threads > 10_000 ? "-Xmx1g" : "-Xmx512m"));
            if (!stack.isEmpty()) {
                options.add(stack);
            }
            if (carriers > 0) {
                options.add("-Djdk.virtualThreadScheduler.parallelism=" + carriers);
                options.add("-Djdk.virtualThreadScheduler.maxPoolSize=" + carriers);
            }
            return options.toArray(new String[0]);
        }
    }

    @Test
    @Timeout(180)
    @FailsWithout(
            "`Bulkhead` lets in as many requests as the client has connections for, and hands them " + "over in a loop")
    void aBurstOfThreadsWithSmallStacksIsServed() throws Exception {
        serves(new Burst(Jvms.running(), "-Xss256k", 0, "platform", 300, 10), 1);
    }

    @Test
    @Timeout(300)
    @FailsWithout("`StoreThread`, `BriefLock` and `Clock` share no lock between virtual threads and threads"
            + " of the agent")
    void aBurstOfVirtualThreadsOnOneCarrierIsServed() throws Exception {
        assumeThat(Jvms.virtual()).as("JDKs with virtual threads").isNotEmpty();
        for (Jvm jvm : Jvms.virtual()) {
            serves(new Burst(jvm, "-Xss256k", 1, "virtual", 1000, 3), 1);
        }
    }

    @Test
    @Timeout(300)
    @Shows("more virtual threads wait for locks than there are carriers")
    void virtualThreadsThatWaitForOneAnotherOnOneCarrierAreServed() throws Exception {
        assumeThat(Jvms.virtual()).as("JDKs with virtual threads").isNotEmpty();
        for (Jvm jvm : Jvms.virtual()) {
            serves(new Burst(jvm, "", 1, "virtual", 1000, 3, SHARED), 1);
        }
    }

    static Stream<Burst> matrix() {
        List<Burst> all = new ArrayList<>();
        for (Jvm jvm : Jvms.usual()) {
            for (String stack : List.of("-Xss256k", "-Xss512k", "")) {
                for (int threads : List.of(300, 1000, 5000)) {
                    all.add(new Burst(jvm, stack, 0, "platform", threads, 10));
                }
                if (jvm.version() >= 21) {
                    all.add(new Burst(jvm, stack, 0, "virtual", 5000, 5));
                    all.add(new Burst(jvm, stack, 0, "virtual", 50_000, 1));
                }
            }
            for (int carriers : jvm.version() >= 21 ? List.of(1, 2, 4) : List.<Integer>of()) {
                all.add(new Burst(jvm, "", carriers, "virtual", 500, 10));
                all.add(new Burst(jvm, "", carriers, "virtual", 1000, 10));
                all.add(new Burst(jvm, "", carriers, "virtual", 5000, 5));
                all.add(new Burst(jvm, "", carriers, "virtual", 50_000, 1));
            }
        }
        return all.stream().filter(burst -> WHICH.matcher(burst.toString()).find());
    }

    @Tag("whole")
    @Tag("load")
    @ParameterizedTest
    @MethodSource("matrix")
    void everyBurstIsServed(Burst burst) throws Exception {
        for (int left = TIMES; left > 0; left -= TIMES_OF_A_JVM) {
            for (String result : serves(burst, Math.min(left, TIMES_OF_A_JVM))) {
                System.out.println("==== burst, " + burst + ": " + result);
            }
        }
    }

    /** The calls that give up end soon, all of them, and cost the calls afterwards no time. */
    @Tag("whole")
    @Tag("load")
    @Test
    @Timeout(300)
    @FailsWithout("`Bulkhead#crowd` does not walk through the requests that wait")
    @Shows("a burst of more calls than the server serves within their wait")
    void quietCallsAreServedBehindABurstMostOfWhichGivesUp() throws Exception {
        assumeThat(Jvms.virtual()).as("JDKs with virtual threads").isNotEmpty();
        for (Jvm jvm : Jvms.virtual()) {
            Burst burst = new Burst(jvm, "", 0, "virtual", 50_000, 1);
            for (String result : made(burst, 3, "wait: 1s, lease: 30s")) {
                System.out.println("==== burst with a wait of 1 s, " + burst + ": " + result);
                assertThat(result).contains(" unfinished=0 quiet-served=20 quiet-refused=0 ");
                assertThat(longestCall(result)).as("of %s", result).isLessThan(Duration.ofSeconds(WAITS));
            }
        }
    }

    /** The answer to each pin is on the standard output of the application: its stack, and where a monitor is held. */
    @Tag("whole")
    @ParameterizedTest
    @ValueSource(ints = {0, SHARED})
    @Timeout(180)
    @Shows("more virtual threads wait for locks than there are carriers")
    void noFrameOfOursPinsAVirtualThread(int keys) throws Exception {
        Jvm jvm = Jvms.usual().stream()
                .filter(each -> each.version() == 21)
                .findFirst()
                .orElse(null);
        assumeThat(jvm).as("JDK 21").isNotNull();
        try (RedisServer redis = RedisServer.start();
                AppProcess app = AppProcess.of(
                                jvm, "BurstApp", "virtual", "500", "10", "20", "60", "1", "" + keys, "pin")
                        .options("-Djdk.tracePinnedThreads=full", "-Djdk.virtualThreadScheduler.parallelism=2")
                        .rules(rules(redis, "wait: 60s, lease: 30s"))
                        .start()) {
            app.succeeds(LONGEST);

            assertThat(app.output()).as("the application's own").anyMatch(line -> isPinnedBy(line, "BurstApp"));
            assertThat(app.output()).noneMatch(line -> isPinnedBy(line, "io.lockgraft"));
            assertThat(app.output()).anyMatch(line -> line.contains("served=5000 refused=0"));
        }
    }

    private static List<String> serves(Burst burst, int times) throws Exception {
        List<String> results = made(burst, times, "wait: 60s, lease: 30s");
        assertThat(results)
                .as(burst::toString)
                .allMatch(line -> line.startsWith("served=" + burst.threads * burst.calls
                        + " refused=0 unfinished=0 quiet-served=20 quiet-refused=0 "))
                .allSatisfy(line -> assertThat(threadsMoreAfter(line))
                        .as("threads more than before: those of the client, and carriers")
                        .isLessThan(MOST_THREADS));
        return results;
    }

    private static List<String> made(Burst burst, int times, String defaults) throws Exception {
        try (RedisServer redis = RedisServer.start();
                AppProcess app = AppProcess.of(
                                burst.jvm,
                                "BurstApp",
                                burst.kind,
                                "" + burst.threads,
                                "" + burst.calls,
                                "20",
                                "" + LONGEST.toSeconds(),
                                "" + times,
                                "" + burst.keys)
                        .options(burst.options())
                        .rules(rules(redis, defaults))
                        .start()) {
            app.exitCode(LONGEST.multipliedBy(times).plusSeconds(30));
            List<String> results = app.output().stream()
                    .filter(line -> line.startsWith("served="))
                    .toList();
            assertThat(results).as(() -> burst + "\n" + app).hasSize(times);
            return results;
        }
    }

    private static boolean isPinnedBy(String line, String code) {
        return line.contains(code) && line.contains("<==");
    }

    private static Duration longestCall(String result) {
        Matcher longest = LONGEST_CALL.matcher(result);
        assertThat(longest.find()).as(result).isTrue();
        return Duration.ofMillis(Long.parseLong(longest.group(1)));
    }

    private static int threadsMoreAfter(String result) {
        Matcher threads = THREADS.matcher(result);
        return threads.find() ? Integer.parseInt(threads.group(2)) - Integer.parseInt(threads.group(1)) : MOST_THREADS;
    }

    private static String rules(RedisServer redis, String defaults) {
        return RulesText.on(redis.address(), defaults).lock("BurstApp.call").toString();
    }
}
