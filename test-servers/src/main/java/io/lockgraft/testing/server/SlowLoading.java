package io.lockgraft.testing.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;

/**
 * A Redis that loads its data after a restart, for as long as a test wants: meanwhile it takes connections and answers
 * LOADING. It pauses after each of many keys, and looks at its connections between them; the keys' names begin with
 * {@code data:}.
 */
public final class SlowLoading {
    /** What the server must be started with. Without compression a key is long enough for a look at the connections. */
    public static final String[] OPTIONS = {"--loading-process-events-interval-bytes", "1024", "--rdbcompression", "no"
    };

    private static final int KEYS = 6_000;
    private static final int PAUSE_MICROS = 10_000;

    private final RedisServer server;

    private SlowLoading(RedisServer server) {
        this.server = server;
    }

    /**
     * Kills a server that was started with {@link #OPTIONS}; starts it on much data, and returns when it is loading.
     */
    public static SlowLoading restart(RedisServer server) {
        return restart(server, "");
    }

    /** The same for a node of a cluster. @param tag a hash tag of its own, as in {@code "{k}"} */
    public static SlowLoading restart(RedisServer server, String tag) {
        String value = "x".repeat(1024);
        try (RespClient client = server.connect()) {
            for (int i = 0; i < KEYS; i++) {
                client.command("SET", "data:" + tag + i, value);
            }
            client.command("SAVE");
        }
        server.kill();
        server.begin("--key-load-delay", Integer.toString(PAUSE_MICROS));
        SlowLoading loading = new SlowLoading(server);
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!loading.isLoading()) {
            if (System.nanoTime() - until > 0) {
                throw new IllegalStateException("the server does not load its data slowly");
            }
        }
        return loading;
    }

    /** Lets it load the rest at once. */
    public void finish() {
        server.command("CONFIG", "SET", "key-load-delay", "0");
    }

    private boolean isLoading() {
        try (RespClient client = new RespClient(server.port(), 1000)) {
            client.command("PING");
            return false;
        } catch (IOException | UncheckedIOException e) {
            return false; // it does not listen yet
        } catch (IllegalStateException e) {
            return String.valueOf(e.getMessage()).startsWith("LOADING");
        }
    }
}
