package io.lockgraft.log;

import io.lockgraft.bootstrap.LogLine;
import io.lockgraft.spi.log.LogEvent;
import io.lockgraft.spi.log.LogFormat;

/** Lines for a reader, each with the head that {@link LogLine} gives it. */
public final class TextLines implements LogFormat {
    @Override
    public String line(LogEvent event) {
        String line = LogLine.head(event.millis(), event.level().name(), event.thread()) + event.text();
        return event.stack() == null ? line : line + System.lineSeparator() + event.stack();
    }
}
