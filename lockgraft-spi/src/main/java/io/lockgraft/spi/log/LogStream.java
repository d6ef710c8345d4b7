package io.lockgraft.spi.log;

import java.io.PrintStream;

/** A stream as the log's destination, in the form of {@link Log#format}. */
final class LogStream implements LogDestination {
    private final PrintStream out;

    LogStream(PrintStream out) {
        this.out = out;
    }

    @Override
    public void write(LogEvent event) {
        out.println(Log.line(event));
    }
}
