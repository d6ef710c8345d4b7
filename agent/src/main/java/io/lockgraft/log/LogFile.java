package io.lockgraft.log;

import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.log.LogDestination;
import io.lockgraft.spi.log.LogEvent;
import java.io.File;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * A file as the log's destination, opened once main runs: its file system is the application's to choose before that.
 * While it cannot be written, events go to stderr, and it is tried again once a minute.
 */
final class LogFile implements LogDestination {
    private static final long PAUSE = TimeUnit.MINUTES.toNanos(1);

    private final File file;
    private final Beginning beginning;
    private final long pause;
    private AppendedFile appended;
    private boolean failing;
    private long tryAt;

    LogFile(File file, Beginning beginning) {
        this(file, beginning, PAUSE);
    }

    /** @param pause after a failure, in nanoseconds */
    LogFile(File file, Beginning beginning, long pause) {
        this.file = file;
        this.beginning = beginning;
        this.pause = pause;
    }

    @Override
    public void open() {
        beginning.awaitMain();
    }

    @Override
    public void end() {
        beginning.end();
    }

    @Override
    public void write(LogEvent event) {
        if (failing && System.nanoTime() - tryAt < 0) {
            Log.stderr().write(event);
            return;
        }
        try {
            if (appended == null) {
                appended = new AppendedFile(file);
            }
            appended.append(Log.line(event));
            failing = false;
        } catch (IOException | RuntimeException e) {
            if (!failing) {
                Log.stderr()
                        .write(Log.event(
                                Log.Level.WARN,
                                "the log cannot be written to " + file + ": its lines go to stderr until it can",
                                e));
            }
            failing = true;
            tryAt = System.nanoTime() + pause;
            Log.stderr().write(event);
        }
    }
}
