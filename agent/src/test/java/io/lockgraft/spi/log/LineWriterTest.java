package io.lockgraft.spi.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.testing.StuckStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class LineWriterTest {
    private static final long LONG = TimeUnit.SECONDS.toNanos(30);

    private final StuckStream stuck = new StuckStream();
    private final List<Thread> threads = new ArrayList<>();
    private final LineWriter writer = new LineWriter();

    @BeforeEach
    void begin() {
        writer.begin(to(stuck.stream()), this::start);
    }

    /** Writes each text as it is. */
    private static LogDestination to(PrintStream stream) {
        return event ->
                stream.println(event.level() == Log.Level.WARN ? "[lockgraft] WARN " + event.text() : event.text());
    }

    private static LogEvent line(String text) {
        return Log.event(Log.Level.INFO, text, null);
    }

    @AfterEach
    void open() throws Exception {
        stuck.open();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private Thread start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        threads.add(thread);
        thread.start();
        return thread;
    }

    @Test
    void nobodyWaitsForAStreamThatTakesNothing() throws Exception {
        writer.write(line("one"));
        writer.write(line("two"));
        assertThat(stuck.lines()).isEmpty();

        stuck.open();

        writer.end(LONG);
        assertThat(stuck.lines()).containsExactly("one", "two");
        assertThat(threads).as("one thread for all that waits").hasSize(1);
    }

    @Test
    void whatCannotWaitAnyMoreIsCountedWhereItIsMissing() throws Exception {
        writer.write(line("on its way"));
        stuck.awaitSomebody();
        IntStream.range(0, LineWriter.MOST + 7).forEach(i -> writer.write(line("line " + i)));

        stuck.open();
        writer.end(LONG);
        writer.write(line("later"));
        writer.end(LONG);

        assertThat(stuck.lines()).hasSize(LineWriter.MOST + 3);
        assertThat(stuck.lines().subList(LineWriter.MOST, LineWriter.MOST + 3))
                .containsExactly(
                        "line " + (LineWriter.MOST - 1),
                        "[lockgraft] WARN 7 lines were left out here: the log took none for too long",
                        "later");
    }

    @Test
    void itsThreadIsGoneWhenThereIsNothingToWriteAndComesBack() throws Exception {
        stuck.open();
        writer.write(line("one"));
        writer.end(LONG);
        threads.get(0).join();

        writer.write(line("two"));
        writer.end(LONG);

        assertThat(stuck.lines()).containsExactly("one", "two");
        assertThat(threads).hasSize(2);
    }

    @Test
    void withoutAThreadTheLineIsWrittenAtOnce() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        LineWriter poor = new LineWriter();
        poor.begin(to(new PrintStream(bytes, true, StandardCharsets.UTF_8)), (name, work) -> {
            throw new OutOfMemoryError("unable to create native thread");
        });

        poor.write(line("one"));
        poor.write(line("two"));

        assertThat(bytes.toString(StandardCharsets.UTF_8).lines()).containsExactly("one", "two");
    }

    @Test
    void aStreamThatThrowsLosesThatLineOnly() throws Exception {
        stuck.open();
        stuck.throwOnce(new IllegalStateException("closed for a moment"));

        writer.write(line("one"));
        writer.end(LONG);
        writer.write(line("two"));
        writer.end(LONG);

        assertThat(stuck.lines()).containsExactly("two");
    }

    @Test
    void theEndOfTheJvmWaitsForWhatIsWrittenNowAndSoDoesWhoeverWritesAfterIt() throws Exception {
        writer.write(line("last"));
        stuck.awaitSomebody();
        Thread end = start("end", () -> writer.end(LONG));
        await().until(() -> end.getState() == Thread.State.TIMED_WAITING);
        Thread hook = start("a hook of the application", () -> writer.write(line("very last")));
        await().until(() -> hook.getState() == Thread.State.TIMED_WAITING);

        stuck.open();
        end.join();
        hook.join();

        assertThat(stuck.lines()).containsExactly("last", "very last");
    }

    @Test
    void aStreamThatTakesNothingKeepsNobodyForLongWhenTheJvmEnds() {
        writer.write(line("last"));
        writer.end(1);

        for (int i = 0; i < 100; i++) {
            writer.write(line("very last"));
        }

        assertThat(stuck.lines()).isEmpty();
    }
}
