package io.lockgraft.spi.log;

/** Where events of the log go. Called by one thread at a time, but for {@link #end}. */
public interface LogDestination {
    /** Waits until it can take events. Called once, before the first of them. */
    default void open() {}

    /** Writes one event. May wait for what it writes to. */
    void write(LogEvent event);

    /** The JVM ends: nothing is waited for any more, and events may still come. Called on any thread. */
    default void end() {}
}
