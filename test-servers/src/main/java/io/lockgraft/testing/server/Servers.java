package io.lockgraft.testing.server;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Several servers that belong together: started at once, and all ended, whatever one of them says. */
final class Servers implements AutoCloseable {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(30);
    private static final int PAUSE_MILLIS = 20;

    private final List<RedisServer> all = new ArrayList<>();

    RedisServer add(RedisServer server) {
        all.add(server);
        return server;
    }

    List<RedisServer> all() {
        return all;
    }

    /** Starts those that are not running, all at once, and waits for them. */
    void start() {
        try {
            all.forEach(RedisServer::begin);
            all.forEach(RedisServer::restart);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Waits until it is so; a server that cannot say counts as not yet. */
    static void await(String what, BooleanSupplier condition) {
        long until = System.nanoTime() + PATIENCE;
        while (!holds(condition)) {
            if (System.nanoTime() - until > 0) {
                throw new IllegalStateException("waited in vain until " + what);
            }
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static boolean holds(BooleanSupplier condition) {
        try {
            return condition.getAsBoolean();
        } catch (UncheckedIOException | IllegalStateException e) {
            return false;
        }
    }

    @Override
    public void close() {
        RuntimeException first = null;
        for (RedisServer server : all) {
            try {
                server.close();
            } catch (RuntimeException e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
