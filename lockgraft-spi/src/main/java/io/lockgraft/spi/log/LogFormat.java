package io.lockgraft.spi.log;

/** The form of a log's lines. */
public interface LogFormat {
    /** Returns the event as it is written, without a line end. Called on any thread. */
    String line(LogEvent event);

    /** True if events need the frames of their causes at every level; else they have them at debug only. */
    default boolean showsStacks() {
        return false;
    }
}
