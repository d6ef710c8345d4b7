package io.lockgraft.spi.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.log.TextLines;
import io.lockgraft.spi.text.Printable;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Unprintable;
import io.lockgraft.testing.WrittenLog;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a line of the log looks like. */
@FailsWithout("`Printable` escapes what a stranger sends, so that it forges no line and reaches no terminal")
class LogTest {
    private static final String FORGED = "\r\n2026-01-01T00:00:00.000Z [lockgraft] ERROR [main] fake\u001b[2J\u202e";

    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    @BeforeEach
    void asTheAgentDoes() {
        Log.format(new TextLines());
    }

    @AfterEach
    void back() {
        Log.level(Log.Level.INFO);
        Secrets.forget("hunter\n2");
    }

    @Test
    void aLineHasTimeLevelAndThread() throws Exception {
        Instant before = Instant.now().minusMillis(1);
        Thread thread = new Thread(() -> Log.warn("rule 'pay': text"), "http-1");
        thread.start();
        thread.join();

        String line = log.raw().lines().toList().get(0);
        assertThat(line).endsWith("Z [lockgraft] WARN [http-1] rule 'pay': text");
        assertThat(Instant.parse(line.substring(0, line.indexOf(' ')))).isBetween(before, Instant.now());
        assertThat(log.lines()).containsExactly("[lockgraft] WARN rule 'pay': text");
    }

    @Test
    void aThreadWithoutANameHasItsNumber() throws Exception {
        Thread thread = new Thread(() -> Log.info("text"), "");
        thread.start();
        thread.join();

        assertThat(log.raw()).contains(" INFO [#" + thread.getId() + "] text");
    }

    @Test
    void nothingThatIsToldBeginsALine() throws Exception {
        Thread thread = new Thread(
                () -> {
                    Log.warn("message" + FORGED);
                    Log.error(
                            "message" + FORGED,
                            new IllegalStateException("outer" + FORGED, new Exception("inner" + FORGED)));
                },
                "thread" + FORGED);
        thread.start();
        thread.join();

        List<String> lines = log.raw().lines().toList();
        assertThat(lines).hasSize(2).allSatisfy(line -> {
            assertThat(Unprintable.in(line)).isEmpty();
            assertThat(line.substring(24)).startsWith(" [lockgraft] ");
            assertThat(line).contains("[thread\\r\\n2026-01-01T00:00:00.000Z [lockgraft] ERROR");
        });
        assertThat(lines.get(1))
                .contains(": java.lang.IllegalStateException: outer\\r\\n", "; caused by java.lang.Exception");
    }

    @Test
    void stacksStandBehindTheLineAtDebugAndForgeNothing() {
        Log.level(Log.Level.DEBUG);
        Exception thrown = new IllegalStateException("outer" + FORGED, new Exception("inner" + FORGED));
        thrown.addSuppressed(new Exception("beside" + FORGED));

        Log.warn("message", thrown);

        List<String> lines = log.raw().lines().toList();
        assertThat(lines.get(0))
                .contains("[lockgraft] WARN")
                .contains("message: java.lang.IllegalStateException: outer\\r\\n");
        assertThat(lines.subList(1, lines.size()))
                .allSatisfy(line -> assertThat(line).matches("\t(at \\S+.*|suppressed: .*|caused by: .*)"))
                .anySatisfy(line -> assertThat(line).startsWith("\tat " + LogTest.class.getName()))
                .anySatisfy(line -> assertThat(line).startsWith("\tsuppressed: java.lang.Exception: beside\\r\\n"))
                .anySatisfy(line -> assertThat(line).startsWith("\tcaused by: java.lang.Exception: inner\\r\\n"));
        assertThat(Unprintable.in(String.join("", lines).replace("\t", ""))).isEmpty();
    }

    @Test
    void causesThatGoInACircleEnd() {
        Log.level(Log.Level.DEBUG);
        Exception first = new Exception("first");
        first.initCause(new Exception("second", first));

        Log.warn("message", first);

        assertThat(log.raw()).contains("caused by: java.lang.Exception: second");
    }

    @Test
    void aSecretIsMaskedAlsoAsItIsShown() {
        Secrets.add("hunter\n2");

        Log.warn("key hunter\n2 and " + Printable.of("hunter\n2"));

        assertThat(log.lines()).containsExactly("[lockgraft] WARN key *** and ***");
    }
}
