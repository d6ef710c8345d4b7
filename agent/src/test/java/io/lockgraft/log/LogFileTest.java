package io.lockgraft.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.log.LogEvent;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.LogLines;
import io.lockgraft.testing.WrittenLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The log in a file that others move, remove, and make impossible to write. */
class LogFileTest {
    @RegisterExtension
    private final WrittenLog stderr = new WrittenLog();

    @TempDir
    private Path folder;

    private Path log;

    @BeforeEach
    void inTheFormOfTheAgent() {
        Log.format(new TextLines());
        log = folder.resolve("a/b/lockgraft.log");
    }

    private LogFile file(long pause) {
        return new LogFile(log.toFile(), new Begun(), pause);
    }

    private static LogEvent event(String text) {
        return Log.event(Log.Level.WARN, text, null);
    }

    private static List<String> lines(Path file) throws IOException {
        return Files.readAllLines(file).stream().map(LogLines::plain).toList();
    }

    @Test
    @FailsWithout("`AppendedFile#isInPlace` sees that the file is another one, or gone")
    void aFileThatWasMovedOrRemovedIsMadeAnew() throws Exception {
        LogFile file = file(0);
        file.write(event("one"));
        Files.move(log, log.resolveSibling("moved"));
        file.write(event("two"));
        Files.move(log, log.resolveSibling("moved again"));
        Files.createFile(log);
        file.write(event("three"));
        Files.delete(log);
        file.write(event("four"));

        assertThat(lines(log.resolveSibling("moved"))).containsExactly("[lockgraft] WARN one");
        assertThat(lines(log.resolveSibling("moved again"))).containsExactly("[lockgraft] WARN two");
        assertThat(lines(log)).containsExactly("[lockgraft] WARN four");
        assertThat(stderr.toString()).isEmpty();
    }

    @Test
    void aFileThatWasCutGoesOnAtItsNewEnd() throws Exception {
        LogFile file = file(0);
        file.write(event("one"));
        Files.write(log, new byte[0]);
        file.write(event("two"));

        assertThat(lines(log)).containsExactly("[lockgraft] WARN two");
    }

    @Test
    @FailsWithout("`LogFile#write` falls back to stderr, and tries the file again")
    void whileTheFileCannotBeWrittenItsLinesAreOnStderr() throws Exception {
        Path inTheWay = Files.writeString(folder.resolve("a"), "no folder");
        LogFile file = file(0);
        file.write(event("one"));
        file.write(event("two"));
        Files.delete(inTheWay);
        file.write(event("three"));

        assertThat(stderr.lines().filter(line -> line.contains("cannot be written")))
                .hasSize(1);
        assertThat(stderr.lines().skip(1)).containsExactly("[lockgraft] WARN one", "[lockgraft] WARN two");
        assertThat(lines(log)).containsExactly("[lockgraft] WARN three");
    }

    @Test
    void aFileThatCannotBeWrittenIsLeftAloneForAWhile() throws Exception {
        Path inTheWay = Files.writeString(folder.resolve("a"), "no folder");
        LogFile file = file(TimeUnit.DAYS.toNanos(1));
        file.write(event("one"));
        Files.delete(inTheWay);
        file.write(event("two"));

        assertThat(stderr.lines().skip(1)).containsExactly("[lockgraft] WARN one", "[lockgraft] WARN two");
        assertThat(log).doesNotExist();
    }

    /** An application that has started. */
    static final class Begun implements Beginning {
        @Override
        public void awaitMain() {}

        @Override
        public void awaitStarted() {}

        @Override
        public void end() {}
    }
}
