package io.lockgraft.store.redis.client;

import io.lockgraft.spi.thread.Clock;
import io.lockgraft.store.redis.script.Slots;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.redisson.Redisson;
import org.redisson.api.options.ObjectParams;
import org.redisson.api.options.OptionalOptions;
import org.redisson.client.RedisClient;
import org.redisson.command.CommandAsyncExecutor;
import org.redisson.connection.ConnectionManager;
import org.redisson.connection.MasterSlaveEntry;
import org.redisson.misc.AsyncSemaphore;

/** One Redisson, and a {@link Bulkhead} in front of each of its servers. Another takes its place where it is stuck. */
final class Wire {
    final Redisson redisson;

    /** Sends commands once, never again. */
    final CommandAsyncExecutor executor;

    final boolean isCluster;
    private final Clock clock;
    private final BiConsumer<RedisClient, Silence> suspicion;
    private final ConcurrentMap<MasterSlaveEntry, Bulkhead> bulkheads = new ConcurrentHashMap<>();
    private volatile Throwable closed;

    /** @param suspicion told of a server that says nothing to this client */
    Wire(Redisson redisson, Clock clock, BiConsumer<RedisClient, Silence> suspicion) {
        this.redisson = redisson;
        this.clock = clock;
        this.suspicion = suspicion;
        this.executor = redisson.getCommandExecutor()
                .copy((ObjectParams) OptionalOptions.defaults().retryAttempts(0));
        this.isCluster = redisson.getServiceManager().getCfg().isClusterConfig();
    }

    ConnectionManager connections() {
        return redisson.getCommandExecutor().getConnectionManager();
    }

    /** The master that has this key or channel now, and what belongs to it; null where none is known. */
    MasterSlaveEntry entryOf(String key) {
        return isCluster ? connections().getEntry(Slots.of(key)) : connections().getEntry(key);
    }

    /** Null where there is none. */
    static RedisClient server(MasterSlaveEntry entry) {
        return entry == null ? null : entry.getClient();
    }

    Bulkhead bulkhead(MasterSlaveEntry entry) {
        Bulkhead known = bulkheads.get(entry);
        return known != null ? known : bulkheads.computeIfAbsent(entry, this::made);
    }

    private Bulkhead made(MasterSlaveEntry entry) {
        bulkheads.keySet().retainAll(connections().getEntrySet());
        long timeout = redisson.getServiceManager().getConfig().getTimeout();
        Bulkhead made = new Bulkhead(
                () -> hasConnection(entry),
                clock,
                redisson.getServiceManager().getExecutor(),
                TimeUnit.MILLISECONDS.toNanos(timeout),
                silence -> suspicion.accept(entry.getClient(), silence));
        if (closed != null) {
            made.close(closed);
        }
        return made;
    }

    /** A free one for which no request waits: waiting requests hand it on by nested calls. */
    private static boolean hasConnection(MasterSlaveEntry entry) {
        AsyncSemaphore free = entry.getEntry().getConnectionsHolder().getFreeConnectionsCounter();
        return free.getCounter() > 0 && free.queueSize() == 0;
    }

    /** What has not been sent is not sent any more. */
    void close(Throwable why) {
        closed = why;
        for (Bulkhead bulkhead : bulkheads.values()) {
            bulkhead.close(why);
        }
    }
}
