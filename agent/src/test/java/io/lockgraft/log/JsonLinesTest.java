package io.lockgraft.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.bootstrap.LogLine;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.log.LogEvent;
import io.lockgraft.testing.FailsWithout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events of the log as one line of JSON each. */
class JsonLinesTest {
    private final JsonLines lines = new JsonLines();

    @BeforeEach
    void begin() {
        Log.format(lines);
    }

    @AfterEach
    void back() {
        Log.format(new TextLines());
    }

    @Test
    void anEventOfARuleHasTimeLevelThreadRuleAndText() throws Exception {
        LogEvent[] made = new LogEvent[1];
        Thread thread = new Thread(
                () -> made[0] = Log.event(Log.Level.WARN, "rule 'pay \"order\"': K\u00fc\n\tat here", null), "http-7");
        thread.start();
        thread.join();

        assertThat(lines.line(made[0]))
                .isEqualTo("{\"time\": \"" + LogLine.time(made[0].millis())
                        + "\",\"level\": \"WARN\",\"thread\": \"http-7\","
                        + "\"rule\": \"pay \\\"order\\\"\",\"text\":"
                        + " \"rule 'pay \\\"order\\\"': K\\u00fc\\n\\tat here\"}");
    }

    @Test
    void anEventOfNoRuleHasNone() {
        assertThat(lines.line(Log.event(Log.Level.INFO, "store 'fast' is back", null)))
                .doesNotContain("\"rule\"");
        assertThat(lines.line(Log.event(Log.Level.INFO, "rule '", null))).doesNotContain("\"rule\"");
    }

    @Test
    @FailsWithout("`JsonLines#showsStacks` has the frames at every level")
    void anExceptionHasItsStackInTheSameLine() {
        String line = lines.line(Log.event(
                Log.Level.ERROR, "failed", new IllegalStateException("outer", new RuntimeException("inner"))));

        assertThat(line)
                .contains("\"text\": \"failed: java.lang.IllegalStateException: outer; caused by"
                        + " java.lang.RuntimeException: inner\",\"stack\": \"\\tat " + JsonLinesTest.class.getName())
                .contains("\\n\\tcaused by: java.lang.RuntimeException: inner\\n\\tat ")
                .doesNotContain("\n");
    }
}
