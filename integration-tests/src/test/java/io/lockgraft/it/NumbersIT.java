package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.server.RedisServer;
import java.io.File;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The numbers of one JVM, asked for in each way that there is. */
class NumbersIT {
    private static final Pattern AT = Pattern.compile("are at (http://127\\.0\\.0\\.1:\\d+)");

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    void theBeansTheMetricsAndTheReportSayWhatTheApplicationHasCounted(Jvm jvm, @TempDir Path folder) throws Exception {
        Path report = folder.resolve("report.json");
        try (AppProcess app = AppProcess.of(jvm, "NumbersApp")
                .options("-Dlockgraft.report=" + report)
                .rules(RulesText.onStore("memory: {}\nmanage: {address: '127.0.0.1:0'}", "wait: 0")
                        .lock("NumbersApp.sell(String, boolean)", "name: sell")
                        .toString())
                .start()) {
            await().atMost(Duration.ofSeconds(60)).until(() -> app.output().size() == 5 || !app.isAlive());
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> AT.matcher(app.errors()).find() || !app.isAlive());

            String counted = "Entered 501, Nested 168, Busy 500";
            assertThat(app.output())
                    .as(app::toString)
                    .containsExactly(
                            "OwnLogManager 1 built", counted, "1 rules, store up: true", "TabularDataSupport", counted);
            Map<String, Long> metrics = metrics(app);
            assertThat("Entered " + metrics.get("entered") + ", Nested " + metrics.get("nested") + ", Busy "
                            + metrics.get("busy"))
                    .isEqualTo(counted);

            app.endInput();
            app.succeeds(Duration.ofSeconds(60));
            String json = Files.readString(report);
            assertThat("Entered " + count(json, "entered") + ", Nested " + count(json, "nested") + ", Busy "
                            + count(json, "busy"))
                    .isEqualTo(counted);
        }
    }

    /** Another agent, or a JVM that was attached to, may have made it. */
    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    void aServerThatWasThereBeforeTheAgentGetsTheBeansAsWell(Jvm jvm, @TempDir Path folder) throws Exception {
        try (AppProcess app = AppProcess.of(jvm, "NumbersApp")
                .options("-javaagent:" + AgentJar.in(folder, "LoadingAgent") + "=com.example.app.EarlyBeans")
                .rulesOfLastAgent(RulesText.onStore("memory: {}", "wait: 0")
                        .lock("NumbersApp.sell(String, boolean)", "name: sell")
                        .toString())
                .start()) {
            await().atMost(Duration.ofSeconds(60)).until(() -> app.output().size() == 5 || !app.isAlive());

            assertThat(app.output()).as(app::toString).hasSize(5);
            assertThat(app.output().get(1)).isEqualTo(app.output().get(4));
            app.endInput();
            app.succeeds(Duration.ofSeconds(60));
        }
    }

    /** A JVM of nothing but java.base and java.instrument. */
    @Test
    void aJvmWithoutJmxHasNoBeansAndAllElse(@TempDir Path folder) throws Exception {
        Jvm jvm = Jvms.running();
        boolean links = new File(jvm.home(), "bin/jlink").canExecute() && new File(jvm.home(), "jmods").isDirectory();
        String missing = jvm + " has no jlink or no jmods: no JVM without JMX was tried";
        if (!links) {
            System.err.println("SKIPPED: " + missing);
        }
        assumeTrue(links, missing);
        Path image = folder.resolve("image");
        Process link = new ProcessBuilder(
                        jvm.home() + "/bin/jlink",
                        "--add-modules",
                        "java.base,java.instrument",
                        "--output",
                        image.toString())
                .inheritIO()
                .start();
        assertThat(link.waitFor()).isZero();
        try (AppProcess app = AppProcess.of(new Jvm(jvm.version(), image.toFile()), "SellingApp")
                .rules(RulesText.onStore("memory: {}\nmanage: {address: '127.0.0.1:0'}", "wait: 5s")
                        .lock("SellingApp.sell(String)", "name: sell")
                        .toString())
                .start()) {
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> !app.isAlive()
                            || app.output().size() == 1
                                    && AT.matcher(app.errors()).find());

            assertThat(app.output()).as(app::toString).containsExactly("sold 100");
            assertThat(metrics(app)).as(app::toString).containsEntry("entered", 100L);
            assertThat(app.errors()).doesNotContain("JMX").doesNotContain("WARN");
            app.endInput();
            app.succeeds(Duration.ofSeconds(60));
        }
    }

    /** No call finds the store gone, nor back: whoever asks for {@code /healthz} does. */
    @Test
    @FailsWithout("`NumbersServer#health` has each store asked, not those alone that are down")
    void aJvmWithoutCallsTellsThatItsStoreIsGoneAndThatItIsBack() throws Exception {
        try (RedisServer redis = RedisServer.start();
                AppProcess app = AppProcess.of(Jvms.running(), "JobApp", "pause")
                        .rules(RulesText.onStore(
                                        "redis: {address: '" + redis.address()
                                                + "', timeout: 1s}\nmanage: {address: '127.0.0.1:0'}",
                                        "wait: 1s")
                                .lock("JobApp.work(String)")
                                .toString())
                        .start()) {
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> AT.matcher(app.errors()).find() || !app.isAlive());
            assertThat(health(app)).as(app::toString).isEqualTo(200);

            redis.kill();
            await().atMost(Duration.ofSeconds(60)).until(() -> health(app) == 503);
            await().until(() -> app.errors().contains("does not answer /healthz: "));
            redis.restart();
            await().atMost(Duration.ofSeconds(60)).until(() -> health(app) == 200);
            await().until(() -> app.errors().contains("; no call has needed it"));

            app.tell("");
            app.succeeds(Duration.ofSeconds(60));
        }
    }

    private static int health(AppProcess app) throws IOException {
        Matcher at = AT.matcher(app.errors());
        assertThat(at.find()).as(app::toString).isTrue();
        return ((HttpURLConnection) new URL(at.group(1) + "/healthz").openConnection()).getResponseCode();
    }

    /** The calls of the rule by their outcomes. */
    private static Map<String, Long> metrics(AppProcess app) throws IOException {
        Matcher at = AT.matcher(app.errors());
        assertThat(at.find()).as(app::toString).isTrue();
        assertThat(health(app)).isEqualTo(200);
        String text = new String(new URL(at.group(1) + "/metrics").openStream().readAllBytes(), StandardCharsets.UTF_8);
        Matcher each = Pattern.compile(
                        "(?m)^lockgraft_calls_total\\{outcome=\"(\\w+)\",rule=\"sell\",store=\"default\"} (\\d+)$")
                .matcher(text);
        Map<String, Long> calls = new LinkedHashMap<>();
        while (each.find()) {
            calls.put(each.group(1), Long.valueOf(each.group(2)));
        }
        return calls;
    }

    private static String count(String json, String word) {
        Matcher found = Pattern.compile('"' + word + "\": (\\d+)").matcher(json);
        return found.find() ? found.group(1) : "no " + word;
    }
}
