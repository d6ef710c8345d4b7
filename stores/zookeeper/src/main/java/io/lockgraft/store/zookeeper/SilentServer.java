package io.lockgraft.store.zookeeper;

import io.lockgraft.spi.thread.Clock;
import io.lockgraft.spi.thread.DaemonThreads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.zookeeper.ZooKeeper;

/**
 * Leaves a server that does not answer a write, for another one, where the session goes on. A server that is frozen, or
 * whose machine died, closes no connection. The library leaves it after two thirds of the session's time-out, and the
 * lease is over after half of it.
 *
 * <p>A server that is alone is not left. Where all of them are slow it would not help to go from one to the next: each
 * time the write begins anew. So after one was left, the next one is not left before a write is answered.
 */
final class SilentServer {
    /** A server must answer a write in this part of the session's time-out, which is a sixth of the lease. */
    private static final int PATIENCE_OF_TIMEOUT = 12;

    private static final long SHORTEST_PATIENCE = TimeUnit.SECONDS.toNanos(1);

    private final ZooKeeper library;
    private final TimedHosts hosts;
    private final String connect;
    private final Commands commands;
    private final Clock clock;
    private final DaemonThreads threads;

    /** True from when a server was left until a write is answered. */
    private final AtomicBoolean left = new AtomicBoolean();

    /** @param connect as the library got it */
    SilentServer(
            ZooKeeper library,
            TimedHosts hosts,
            String connect,
            Commands commands,
            Clock clock,
            DaemonThreads threads) {
        this.library = library;
        this.hosts = hosts;
        this.connect = connect;
        this.commands = commands;
        this.clock = clock;
        this.threads = threads;
    }

    /**
     * Watches a write that was sent just now. One that is sent while there is no connection waits for the next one,
     * which the library bounds itself.
     */
    void leaveUnless(CompletableFuture<?> answered) {
        answered.thenRun(() -> left.set(false));
        if (hosts.size() == 1 || !library.getState().isConnected()) {
            return;
        }
        long connection = hosts.askedAt();
        long patience = TimeUnit.MILLISECONDS.toNanos(library.getSessionTimeout()) / PATIENCE_OF_TIMEOUT;
        long half = Math.max(patience, SHORTEST_PATIENCE) / 2;
        // A pause of the JVM costs one half at most: an answer that came meanwhile is read before the other is over.
        unlessDone(answered, half, () -> unlessDone(answered, half, () -> threads.execute(() -> leave(connection))));
    }

    private void unlessDone(CompletableFuture<?> answered, long nanos, Runnable work) {
        clock.after(nanos, () -> {
            if (!answered.isDone()) {
                work.run();
            }
        });
    }

    /** May wait for an encrypted connection to close. */
    private void leave(long connection) {
        if (hosts.askedAt() != connection || !left.compareAndSet(false, true)) {
            return;
        }
        try {
            library.updateServerList(connect);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // The library's thread sees that its socket is closed when it has something to send.
        commands.sync("/");
    }
}
