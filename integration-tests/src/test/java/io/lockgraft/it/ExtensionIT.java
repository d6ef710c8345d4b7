package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockgraft.testing.FailsWithout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A store that no build of ours knows: it passes the suite, and the real jar locks with it. */
class ExtensionIT {
    private static final int JVMS = 2;
    private static final int THREADS = 4;
    private static final int CALLS = 25;

    @TempDir
    static Path folder;

    private static StoreExample example;
    private static Path jar;

    @BeforeAll
    static void build() throws Exception {
        example = new StoreExample(folder);
        jar = example.jar();
    }

    @Test
    void aStoreThatIsCompiledAgainstTheSpiAlonePassesTheSuite() throws Exception {
        try (AppProcess suite = AppProcess.launch(
                        Jvms.running(),
                        "-cp",
                        example.tests(jar),
                        "com.example.suite.RunSuite",
                        "com.example.h2.H2StoreTest")
                .start()) {
            suite.succeeds(Duration.ofMinutes(8));

            assertThat(suite.output()).as(suite::toString).contains("failed 0");
            assertThat(succeeded(suite.output())).isGreaterThan(50);
        }
    }

    private static int succeeded(List<String> output) {
        return output.stream()
                .filter(line -> line.startsWith("succeeded "))
                .mapToInt(line -> Integer.parseInt(line.substring("succeeded ".length())))
                .sum();
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    void jvmsThatNameItsJarExcludeEachOther(Jvm jvm) throws Exception {
        assumeTrue(jvm.version() >= 11, "H2 2.2 needs Java 11");
        try (AppProcess server = StoreExample.server();
                WitnessServer witness = new WitnessServer()) {
            List<String> logs = count(jvm, witness, rules(StoreExample.url(server)));

            WitnessServer.Watch seen = witness.of("A");
            assertThat(seen.overlaps()).isEmpty();
            assertThat(seen.calls()).isEqualTo(JVMS * THREADS * CALLS);
            assertThat(seen.counter()).isEqualTo(seen.calls());
            assertThat(logs)
                    .allMatch(log -> log.contains("lock server " + StoreExample.url(server) + " of " + jar + " (")
                            && log.contains("; a question takes up to 5s"));
        }
    }

    @Test
    void withoutTheirLockTheSameJvmsLoseUpdates() throws Exception {
        try (WitnessServer witness = new WitnessServer()) {
            count(Jvms.running(), witness, null);

            WitnessServer.Watch seen = witness.of("A");
            assertThat(seen.overlaps()).isNotEmpty();
            assertThat(seen.counter()).isLessThan(seen.calls());
        }
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    @FailsWithout("`ExtensionLoader#loadClass`: that it asks no other loader for classes of ours but the SPI")
    void anExtensionSeesTheSpiTheJdkAndItsOwnJarAlone(Jvm jvm) throws Exception {
        Path peeking = example.jar("peeking", "com.example.peek.PeekProvider");
        String rules = "extensions: ['" + peeking + "']\npeek: {}\n"
                + "rules: [{method: com.example.app.Counter.add(String), key: K}]\n";
        try (AppProcess refused = AppProcess.of(jvm, "CounterApp").rules(rules).start()) {
            assertThat(refused.exitCode(Duration.ofMinutes(1)))
                    .as(refused::toString)
                    .isEqualTo(78);
            assertThat(refused.errors().lines().filter(line -> line.contains(" sees ")))
                    .singleElement()
                    .asString()
                    .endsWith("rules.yaml:2:7: peek: sees java.sql.Driver com.example.peek.PeekProvider"
                            + " io.lockgraft.spi.Request io.lockgraft.spi.settings.Settings");
        }
    }

    /** The JDK ends in the thread that runs the last moment, and with its lock. */
    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    @FailsWithout("`ExitReport#endWaiting` waits for stores no longer than a moment")
    void aStoreThatHangsWhenTheJvmEndsKeepsNoJvmAlive(Jvm jvm) throws Exception {
        Path hanging = example.jar("hanging", "com.example.hang.HangProvider");
        String rules = "extensions: ['" + hanging + "']\nhang: {}\n"
                + "rules: [{method: com.example.app.Counter.add(String), key: K}]\n";
        try (WitnessServer witness = new WitnessServer();
                AppProcess app = AppProcess.of(jvm, "CounterApp", "A", "1", "1", "1")
                        .rules(rules)
                        .witness(witness)
                        .start()) {
            app.succeeds(Duration.ofMinutes(1));

            assertThat(app.output()).as(app::toString).containsExactly("waits end");
        }
    }

    @Test
    void checkReadsItsSettings() throws Exception {
        Path file = folder.resolve("rules.yaml");
        Files.writeString(file, rules("jdbc:h2:~/locks").replace("timeout: 5s", "timeot: 5s"));
        try (AppProcess check = AppProcess.launch(
                        Jvms.running(), "-jar", AppProcess.jar().toString(), "check", file.toString())
                .start()) {
            assertThat(check.exitCode(Duration.ofMinutes(1)))
                    .as(check::toString)
                    .isEqualTo(1);
            assertThat(check.output())
                    .containsExactly(
                            file + ":3:11: h2: url: 'jdbc:h2:~/locks' is no server;"
                                    + " write jdbc:h2:tcp://db:9092/locks",
                            file + ":3:30: h2: unknown setting 'timeot'; did you mean 'timeout'?",
                            file + ": 2 mistakes");
        }
    }

    private static String rules(String url) {
        return """
                namespace: it
                extensions: ['%s']
                h2: {url: '%s', timeout: 5s}
                defaults: {wait: 60s, lease: 20s}
                rules:
                  - {method: com.example.app.Counter.add(String), key: 'K:{p0}'}
                """.formatted(jar, url);
    }

    /** @param rules null: without the agent */
    private static List<String> count(Jvm jvm, WitnessServer witness, String rules) throws Exception {
        List<AppProcess> counting = new ArrayList<>();
        List<String> logs = new ArrayList<>();
        try {
            for (int i = 0; i < JVMS; i++) {
                AppProcess.Builder app = AppProcess.of(jvm, "CounterApp", "A", "" + JVMS, "" + THREADS, "" + CALLS)
                        .withLibraries(StoreExample.libraries("h2-"))
                        .witness(witness);
                counting.add((rules == null ? app : app.rules(rules)).start());
            }
            for (AppProcess each : counting) {
                each.succeeds(Duration.ofMinutes(3));
                logs.add(each.errors());
            }
            return logs;
        } finally {
            for (AppProcess each : counting) {
                each.close();
            }
        }
    }
}
