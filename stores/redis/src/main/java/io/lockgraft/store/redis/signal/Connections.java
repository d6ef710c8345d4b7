package io.lockgraft.store.redis.signal;

import io.lockgraft.spi.log.Log;
import io.lockgraft.store.redis.client.Commands;
import io.netty.channel.Channel;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Predicate;
import org.redisson.client.RedisClient;
import org.redisson.client.RedisPubSubConnection;

/**
 * The connections on which messages come: one to each server. (Redisson's own subscription service hands out few
 * channels to a connection and locks while it does; a thousand keys at once run into its time-outs.)
 */
public final class Connections {
    private final ReleaseChannels channels;

    // Guarded by the channels.
    private final Map<RedisClient, CompletableFuture<RedisPubSubConnection>> byServer = new HashMap<>();
    private final Set<Channel> watched = new HashSet<>();

    Connections(ReleaseChannels channels) {
        this.channels = channels;
    }

    /** When it breaks, Redisson makes it again and subscribes again, as long as that server is the one. */
    CompletableFuture<RedisPubSubConnection> to(RedisClient server) {
        synchronized (channels) {
            CompletableFuture<RedisPubSubConnection> made = byServer.get(server);
            if (made == null || made.isCompletedExceptionally()) {
                // Messages are told on the thread that reads: Redisson's own executor would wake another one for each.
                // Only what comes by subscriptions asks the configuration for its executor.
                server.getConfig().setExecutor(ImmediateEventExecutor.INSTANCE);
                made = server.connectPubSubAsync().toCompletableFuture();
                byServer.put(server, made);
            }
            return made;
        }
    }

    /** When it breaks, its waiters ask at once: it may be their turn, and no message would tell them. */
    void watch(RedisPubSubConnection connection) {
        synchronized (channels) {
            Channel now = connection.getChannel();
            if (watched.add(now)) {
                now.closeFuture().addListener(closed -> broken(connection, now));
            }
        }
    }

    /** On the thread of the connection, before Redisson can have made it again. */
    private void broken(RedisPubSubConnection connection, Channel last) {
        synchronized (channels) {
            watched.remove(last);
            channels.broken(connection);
        }
    }

    /** Called with the lock. */
    boolean isEmpty() {
        return byServer.isEmpty();
    }

    /** Ends those to servers that others have replaced. */
    void leaveOthersThan(Commands commands) {
        leave(server -> !commands.isServer(server));
    }

    /** Ends all but those that Redisson is about to make again. The next waiter makes its own. */
    void leaveAll() {
        leave(server -> !isBeingMadeAgain(byServer.get(server)));
    }

    private static boolean isBeingMadeAgain(CompletableFuture<RedisPubSubConnection> made) {
        return made.isDone()
                && !made.isCompletedExceptionally()
                && !made.join().getChannel().isActive();
    }

    private void leave(Predicate<RedisClient> which) {
        synchronized (channels) {
            byServer.entrySet().removeIf(entry -> {
                boolean over = which.test(entry.getKey());
                if (over) {
                    entry.getValue().thenAccept(RedisPubSubConnection::closeIdleAsync);
                }
                return over;
            });
        }
    }

    /**
     * Sends a command behind those that other threads have handed over: a channel's new subscription would overtake the
     * end of its last one, and end with it.
     */
    static void inOrder(RedisPubSubConnection connection, Runnable command) {
        try {
            connection.getChannel().eventLoop().execute(command);
        } catch (RejectedExecutionException e) {
            Log.debug("the lock client is closed; nothing is subscribed to any more");
        }
    }
}
