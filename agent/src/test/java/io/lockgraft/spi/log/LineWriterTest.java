package io.lockgraft.spi.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.StuckStream;
import io.lockgraft.testing.WrittenLog;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(60)
final class LineWriterTest {
    private static final long LONG = TimeUnit.SECONDS.toNanos(30);

    @RegisterExtension
    private final WrittenLog stderr = new WrittenLog();

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

    /** A destination that is told of the end waits for nothing any more: the application's log takes no line then. */
    @Test
    @FailsWithout("`LineWriter#beginThread` leaves a destination as it is that has no thread yet")
    void withoutAThreadLinesGoToStderrUntilThereIsOne() {
        List<String> destination = new CopyOnWriteArrayList<>();
        Queue<Runnable> threads = new ArrayDeque<>();
        AtomicBoolean poor = new AtomicBoolean(true);
        LineWriter unlucky = new LineWriter();
        unlucky.begin(
                new LogDestination() {
                    @Override
                    public void open() {
                        destination.add("open");
                    }

                    @Override
                    public void write(LogEvent event) {
                        destination.add(event.text());
                    }

                    @Override
                    public void end() {
                        destination.add("end");
                    }
                },
                (name, work) -> {
                    if (poor.get()) {
                        throw new OutOfMemoryError("unable to create native thread");
                    }
                    threads.add(work);
                });

        unlucky.write(line("one"));
        unlucky.write(line("two"));
        poor.set(false);
        unlucky.write(line("three"));
        threads.remove().run();
        poor.set(true);
        unlucky.write(line("four"));

        assertThat(stderr.lines()).containsExactly("[lockgraft] INFO one", "[lockgraft] INFO two");
        assertThat(destination).containsExactly("open", "three", "four");
    }

    @Test
    @FailsWithout("`LineWriter#next` says first that no thread runs")
    void aThreadThatDiesOfWhatItHasToSayIsFollowedByAnother() throws Exception {
        AtomicBoolean poor = new AtomicBoolean(true);
        LineWriter unlucky = new LineWriter();
        unlucky.begin(to(stuck.stream()), (name, work) -> {
            // Has no name, so that a line of its own asks for its number.
            Thread thread = new Thread(work, "") {
                @Override
                public long getId() {
                    if (poor.get()) {
                        throw new OutOfMemoryError("the test has none left");
                    }
                    return super.getId();
                }
            };
            thread.setUncaughtExceptionHandler((dead, why) -> {});
            threads.add(thread);
            thread.start();
        });
        unlucky.write(line("on its way"));
        stuck.awaitSomebody();
        IntStream.range(0, LineWriter.MOST + 7).forEach(i -> unlucky.write(line("line " + i)));
        stuck.open();
        threads.get(0).join();
        poor.set(false);

        unlucky.write(line("later"));

        await().untilAsserted(() -> assertThat(stuck.lines().stream().skip(LineWriter.MOST + 1))
                .containsExactly(
                        "[lockgraft] WARN 7 lines were left out here: the log took none for too long", "later"));
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
