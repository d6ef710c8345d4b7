package io.lockgraft.testing.server;

import java.util.List;

/** Where the process of a {@link RedisServer} runs. */
interface RedisHost extends AutoCloseable {
    /** Starts it; it is not running. */
    void begin(List<String> more);

    boolean isAlive();

    /** As kill -9 does. */
    void kill();

    void freeze();

    void resume();

    /** What it has written, for a message. */
    String log();

    @Override
    void close();
}
