package io.lockgraft.store.redis.signal;

import io.lockgraft.spi.thread.Clock;
import io.lockgraft.store.redis.client.Commands;
import io.netty.channel.Channel;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.redisson.client.RedisClient;
import org.redisson.client.RedisPubSubConnection;

/**
 * Wakes the waiters of a key when it is released, by one subscription a key and one connection to each server. A patrol
 * moves subscriptions away from a server that another has replaced. A subscription is kept for a moment after its last
 * waiter has left, because a key that was waited for is mostly waited for again. A message can be lost and a
 * subscription refused: so waiters poll as well, and the subscription is asked for again, less and less often.
 *
 * <p>Redisson's own subscription service hands out few channels to a connection and locks while it does; a thousand
 * keys at once run into its time-outs.
 *
 * <p>Its monitor guards what changes here, and in each {@link ChannelSubscription}.
 */
public final class ReleaseChannels {
    private static final long PATROL = TimeUnit.MILLISECONDS.toNanos(500);

    /** As long as Redisson keeps an idle connection for commands. */
    public static final long IDLE = TimeUnit.SECONDS.toNanos(10);

    final Clock clock;
    private final long idle;
    private final ConcurrentMap<String, ChannelSubscription> subscriptions = new ConcurrentHashMap<>();

    // Guarded by this.
    private final Map<RedisClient, CompletableFuture<RedisPubSubConnection>> connections = new HashMap<>();
    private final Set<Channel> watched = new HashSet<>();
    private boolean patrolling;
    private long needed; // when the patrol last met a subscription, or began

    /** @param idle how long a connection is kept for the next waiter */
    public ReleaseChannels(Clock clock, long idle) {
        this.clock = clock;
        this.idle = idle;
    }

    /** An attempt that waits for a release. */
    public interface Waiter {
        /** A release was told. */
        void released();

        /** Releases may have been missed: the waiter may be the first, and must ask. */
        void called();
    }

    /** Tells {@code waiter} when the subscription stands, and every message; until it leaves. */
    public ChannelSubscription join(Commands commands, String channel, Waiter waiter) {
        ChannelSubscription joined = subscriptions.compute(channel, (name, known) -> {
            ChannelSubscription subscription = known == null ? new ChannelSubscription(this, commands, name) : known;
            subscription.add(waiter);
            return subscription;
        });
        joined.ask();
        return joined;
    }

    /** Ends it where it has had no waiter for a while; within the map, so that the next one begins after that. */
    void endIfDeserted(ChannelSubscription subscription) {
        subscriptions.computeIfPresent(
                subscription.name,
                (same, current) -> current == subscription && subscription.endsIfDeserted() ? null : current);
    }

    /** When it breaks, Redisson makes it again and subscribes again, as long as that server is the one. */
    synchronized CompletableFuture<RedisPubSubConnection> connection(RedisClient server) {
        CompletableFuture<RedisPubSubConnection> made = connections.get(server);
        if (made == null || made.isCompletedExceptionally()) {
            // Messages are told on the thread that reads: Redisson's own executor would wake another one for each.
            // Only what comes by subscriptions asks the configuration for its executor.
            server.getConfig().setExecutor(ImmediateEventExecutor.INSTANCE);
            made = server.connectPubSubAsync().toCompletableFuture();
            connections.put(server, made);
        }
        return made;
    }

    /** When it breaks, its waiters ask at once: it may be their turn, and no message would tell them. */
    synchronized void watch(RedisPubSubConnection connection) {
        Channel now = connection.getChannel();
        if (watched.add(now)) {
            now.closeFuture().addListener(closed -> broken(connection, now));
        }
    }

    /** On the thread of the connection, before Redisson can have made it again. */
    private synchronized void broken(RedisPubSubConnection connection, Channel last) {
        watched.remove(last);
        for (ChannelSubscription subscription : subscriptions.values()) {
            subscription.broken(connection);
        }
    }

    /** Moves subscriptions away from replaced servers and closes idle connections, as long as there are any. */
    synchronized void beginPatrol(Commands commands) {
        if (!patrolling) {
            needed = System.nanoTime();
            goOn(commands);
        }
    }

    /** Called with the lock. */
    private void goOn(Commands commands) {
        clock.after(PATROL, () -> patrol(commands));
        patrolling = true;
    }

    private void patrol(Commands commands) {
        try {
            for (ChannelSubscription subscription : subscriptions.values()) {
                try {
                    subscription.look();
                } catch (RuntimeException e) {
                    subscription.failed(e);
                }
            }
            closeConnections(commands);
        } finally {
            // After an exception, too: the next patrol goes on.
            synchronized (this) {
                patrolling = false;
                if (!subscriptions.isEmpty() || !connections.isEmpty()) {
                    goOn(commands);
                }
            }
        }
    }

    /** A subscription that gets a connection is in the map by then. */
    private synchronized void closeConnections(Commands commands) {
        closeConnections(server -> !commands.isServer(server));
        if (!subscriptions.isEmpty()) {
            needed = System.nanoTime();
        } else if (System.nanoTime() - needed > idle) {
            closeConnections(server -> !isBeingMadeAgain(connections.get(server)));
        }
    }

    /** Redisson is about to do so, and would keep it. The next patrol ends it. */
    private static boolean isBeingMadeAgain(CompletableFuture<RedisPubSubConnection> made) {
        return made.isDone()
                && !made.isCompletedExceptionally()
                && !made.join().getChannel().isActive();
    }

    private void closeConnections(Predicate<RedisClient> which) {
        connections.entrySet().removeIf(entry -> {
            boolean over = which.test(entry.getKey());
            if (over) {
                entry.getValue().thenAccept(RedisPubSubConnection::closeIdleAsync);
            }
            return over;
        });
    }
}
