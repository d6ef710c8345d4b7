package io.lockgraft.manage.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockgraft.manage.meter.AskedStore;
import io.lockgraft.manage.meter.Meters;
import io.lockgraft.testing.Quick;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Prometheus' own tool reads what is written for it. Debian's package {@code prometheus} has it. */
class PromtoolTest {
    private static final String VARIABLE = "LOCKGRAFT_TEST_PROMTOOL";
    private static final File OPERATIONS = new File("../docs/operations");

    @TempDir
    Path folder;

    @Test
    void theMetricsAreWrittenAsTheyShouldBe() throws Exception {
        Meters meters = new Meters();
        AskedStore store = new AskedStore();
        meters.of("pay \"order\"\\\n", store).entered(TimeUnit.MILLISECONDS.toNanos(3));
        meters.of("sell", store).held(TimeUnit.SECONDS.toNanos(3));
        store.isDownFor(0);
        Path text = Files.write(
                folder.resolve("metrics.txt"),
                PrometheusText.of(meters, Collections.emptyMap()).getBytes(StandardCharsets.UTF_8));

        assertThat(run(text.toFile(), "check", "metrics")).isEmpty();
    }

    @Test
    void theAlertsAreRulesAndRaiseTheirAlarms() throws Exception {
        assertThat(run(null, "check", "rules", "alerts.yaml")).contains("SUCCESS: 7 rules found");
        assertThat(run(null, "test", "rules", "alerts-test.yaml")).contains("SUCCESS");
    }

    /** What it says; fails where it finds fault. */
    private String run(File input, String... words) throws IOException, InterruptedException {
        Quick.leaveOut("promtool");
        String[] command = new String[words.length + 1];
        command[0] = promtool().getPath();
        System.arraycopy(words, 0, command, 1, words.length);
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(OPERATIONS).redirectErrorStream(true);
        if (input != null) {
            builder.redirectInput(input);
        }
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    private static File promtool() {
        String named = System.getenv(VARIABLE);
        File found = named == null ? onPath() : new File(named);
        String missing = "there is no promtool, and nothing has read the metrics and the alerts: install prometheus, or"
                + " name it, as in " + VARIABLE + "=/usr/bin/promtool";
        if (found == null) {
            System.err.println("SKIPPED: " + missing);
        }
        assumeTrue(found != null, missing);
        return found;
    }

    private static File onPath() {
        for (String each : System.getenv("PATH").split(File.pathSeparator)) {
            File file = new File(each, "promtool");
            if (file.canExecute()) {
                return file;
            }
        }
        return null;
    }
}
