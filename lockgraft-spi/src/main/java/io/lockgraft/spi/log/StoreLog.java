package io.lockgraft.spi.log;

/**
 * The agent's log, as a store writes to it. No call waits for the stream once locks are looked after. Keys may be
 * written at any level; passwords never.
 */
public interface StoreLog {
    void debug(String message);

    void info(String message);

    void warn(String message);

    /** @param cause its message goes into the line, and with {@code lockgraft.log=debug} its frames */
    void warn(String message, Throwable cause);
}
