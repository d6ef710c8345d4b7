package io.lockgraft.backend.redis;

import io.lockgraft.backend.thread.Clock;
import io.lockgraft.report.Log;
import io.netty.channel.Channel;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.redisson.client.BaseRedisPubSubListener;
import org.redisson.client.ChannelName;
import org.redisson.client.RedisClient;
import org.redisson.client.RedisPubSubConnection;
import org.redisson.client.codec.StringCodec;
import org.redisson.client.protocol.pubsub.PubSubType;

/**
 * Wakes those who wait for a key when it is released: one subscription for each key that somebody waits for, all on one
 * connection to each server. (Redisson's own subscription service hands out few to a connection and locks while it does;
 * a thousand keys at once run into its time-outs.) A patrol moves what stands on a server that another has replaced. A
 * subscription is kept for a moment after the last waiter has left, because a
 * key that was waited for is mostly waited for again. A message can be lost and a subscription refused: waiters poll as
 * well, and as long as there are any, the subscription is asked for again, less and less often.
 */
final class Signals {
    private static final long LINGER = TimeUnit.SECONDS.toNanos(1);
    private static final long PATROL = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long FIRST_PAUSE = TimeUnit.SECONDS.toNanos(1);

    /** What wake.lua tells where there was no release and the first of a queue must look. */
    private static final String CALL = "3";

    /** More waiters than so would keep the thread that reads from reading. */
    private static final int FEW = 16;

    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(30);

    private final Clock clock;
    private final ConcurrentMap<String, Subscription> subscriptions = new ConcurrentHashMap<>();
    private final Map<RedisClient, CompletableFuture<RedisPubSubConnection>> connections = new HashMap<>(); // by this
    private final Set<Channel> watched = new HashSet<>(); // guarded by this
    private boolean patrolling; // guarded by this
    private final OnTheSpot here = new OnTheSpot();

    Signals(Clock clock) {
        this.clock = clock;
    }

    /** Who waits for a release. */
    interface Waiter {
        /** A release was told. */
        void released();

        /** Nobody knows how many were: whoever hears it may be the first, and must look. */
        void called();
    }

    /** Tells {@code waiter} when the subscription stands, and every message; until it leaves. */
    Subscription join(Commands commands, String channel, Waiter waiter) {
        Subscription joined = subscriptions.compute(channel, (name, known) -> {
            Subscription subscription = known == null ? new Subscription(commands, name) : known;
            subscription.waiters.add(waiter);
            return subscription;
        });
        joined.begin();
        return joined;
    }

    /** When it breaks, Redisson makes it again and subscribes again, as long as that server is the one. */
    private synchronized CompletableFuture<RedisPubSubConnection> connection(RedisClient server) {
        CompletableFuture<RedisPubSubConnection> made = connections.get(server);
        if (made == null || made.isCompletedExceptionally()) {
            // Only what comes by subscriptions asks the configuration for its threads; all else has got them before.
            server.getConfig().setExecutor(here);
            made = server.connectPubSubAsync().toCompletableFuture();
            connections.put(server, made);
        }
        return made;
    }

    /** Those who listen there learn at once that they do not any more, and ask: it may be their turn, and nobody can call them. */
    private synchronized void watch(RedisPubSubConnection connection) {
        Channel now = connection.getChannel();
        if (watched.add(now)) {
            now.closeFuture().addListener(closed -> broken(connection, now));
        }
    }

    /** On the thread of the connection, before Redisson can have made it again. */
    private synchronized void broken(RedisPubSubConnection connection, Channel last) {
        watched.remove(last);
        for (Subscription subscription : subscriptions.values()) {
            if (subscription.at == connection) {
                subscription.broken();
            }
        }
    }

    /**
     * What is written by the connection's own thread goes out before what another has handed to it: a channel's new
     * subscription would overtake the end of its last one, and end with it.
     */
    private static void inOrder(RedisPubSubConnection connection, Runnable command) {
        try {
            connection.getChannel().eventLoop().execute(command);
        } catch (RejectedExecutionException e) {
            Log.debug("the lock client is closed; nothing is subscribed to any more");
        }
    }

    private synchronized void beginPatrol(Commands commands) {
        if (!patrolling) {
            patrolling = true;
            clock.after(PATROL, () -> patrol(commands));
        }
    }

    private void patrol(Commands commands) {
        for (Subscription subscription : subscriptions.values()) {
            subscription.moveIfAstray();
        }
        synchronized (this) {
            connections.entrySet().removeIf(entry -> {
                boolean over = !commands.isServer(entry.getKey());
                if (over) {
                    entry.getValue().thenAccept(RedisPubSubConnection::closeIdleAsync);
                }
                return over;
            });
            patrolling = false;
        }
        if (!subscriptions.isEmpty()) {
            beginPatrol(commands);
        }
    }

    /** The waiters of one channel. */
    final class Subscription extends BaseRedisPubSubListener {
        private final Commands commands;
        private final String name;
        private final ChannelName channel;
        private final Set<Waiter> waiters = ConcurrentHashMap.newKeySet();
        private RedisPubSubConnection at; // guarded by Signals.this
        private boolean over; // guarded by Signals.this
        private boolean begun; // guarded by Signals.this: asked for, standing, or about to be asked for again
        private long pause = FIRST_PAUSE; // guarded by Signals.this
        private int rounds; // guarded by Signals.this
        private volatile RedisClient asked;
        private volatile boolean stands;
        private final Heard heard = new Heard();
        private final AtomicBoolean guarded = new AtomicBoolean();
        private volatile long deserted;

        private Subscription(Commands commands, String name) {
            this.commands = commands;
            this.name = name;
            this.channel = new ChannelName(name);
        }

        /** Whether messages arrive. */
        boolean stands() {
            return stands;
        }

        /** What somebody who joins now has missed. */
        Heard heard() {
            return heard;
        }

        /** Asks for the subscription, unless somebody has done so and not given up. */
        private void begin() {
            synchronized (Signals.this) {
                if (begun) {
                    return;
                }
                begun = true;
            }
            ask();
        }

        private void ask() {
            beginPatrol(commands);
            long patience;
            int round;
            synchronized (Signals.this) {
                patience = pause;
                pause = Math.min(2 * pause, LONGEST_PAUSE);
                round = ++rounds;
            }
            // Redisson tells nobody that the server has refused a subscription; it only does not come to stand.
            clock.after(patience, () -> askAgain(round));
            RedisClient server = commands.serverOf(name);
            asked = server;
            if (server == null) {
                failed(new IllegalStateException("no server is known to have it"));
                return;
            }
            connection(server).whenComplete((made, error) -> {
                if (error == null) {
                    subscribe(made);
                } else {
                    failed(error);
                }
            });
        }

        private void askAgain(int round) {
            synchronized (Signals.this) {
                if (round != rounds) {
                    return; // it has been asked for since
                }
                begun = stands || !waiters.isEmpty(); // where nobody waits, the next one begins
                if (stands || !begun) {
                    return;
                }
            }
            ask();
        }

        private void subscribe(RedisPubSubConnection made) {
            CompletableFuture<Void> answer = new CompletableFuture<>();
            synchronized (Signals.this) {
                if (over) {
                    return;
                }
                if (at != made) {
                    unsubscribe();
                    at = made;
                    made.addListener(channel, this);
                }
                inOrder(made, () -> {
                    if (commands.isSharded()) {
                        made.ssubscribe(answer, StringCodec.INSTANCE, channel);
                    } else {
                        made.subscribe(answer, StringCodec.INSTANCE, channel);
                    }
                });
            }
            answer.exceptionally(error -> {
                failed(error);
                return null;
            });
        }

        private void moveIfAstray() {
            RedisClient server = commands.serverOf(name);
            synchronized (Signals.this) {
                if (over || server == null || server == asked) {
                    return;
                }
                begun = true;
                stands = false;
                pause = FIRST_PAUSE;
            }
            ask();
        }

        private void failed(Throwable error) {
            Log.debug("cannot subscribe to " + name + ", polling instead: "
                    + Failure.of(error).cause());
        }

        void leave(Waiter waiter) {
            waiters.remove(waiter);
            if (waiters.isEmpty()) {
                deserted = System.nanoTime();
                guard(LINGER);
            }
        }

        private void guard(long nanos) {
            if (guarded.compareAndSet(false, true)) {
                clock.after(nanos, this::endIfDeserted);
            }
        }

        private void endIfDeserted() {
            // In the order of the map, so that the next subscription of this channel comes after.
            subscriptions.computeIfPresent(name, (same, current) -> {
                guarded.set(false);
                if (current != this || !waiters.isEmpty()) {
                    return current;
                }
                // On a hot key nobody waits now and then, and what is told while we subscribe anew is missed.
                long rest = LINGER - (System.nanoTime() - deserted);
                if (rest > 0) {
                    guard(rest);
                    return current;
                }
                end();
                return null;
            });
        }

        private void end() {
            synchronized (Signals.this) {
                over = true;
                unsubscribe();
            }
        }

        private void unsubscribe() {
            if (at != null) {
                RedisPubSubConnection left = at;
                left.removeListener(channel, this);
                inOrder(left, () -> {
                    left.unsubscribe(commands.isSharded() ? PubSubType.SUNSUBSCRIBE : PubSubType.UNSUBSCRIBE, channel);
                    left.removeDisconnectListener(channel);
                });
            }
        }

        @Override
        public void onStatus(PubSubType type, CharSequence of) {
            if (type == PubSubType.SUBSCRIBE || type == PubSubType.SSUBSCRIBE) {
                synchronized (Signals.this) {
                    if (at != null) {
                        watch(at);
                    }
                    stands = true;
                }
                hear(this::call);
            }
        }

        /** Redisson subscribes again once, and tells nobody where that is refused. Called with the lock of Signals. */
        private void broken() {
            stands = false;
            begun = true;
            pause = FIRST_PAUSE;
            int round = ++rounds;
            clock.after(FIRST_PAUSE, () -> askAgain(round));
            elsewhere(this::call);
        }

        @Override
        public void onMessage(CharSequence of, Object message) {
            hear(CALL.equals(message) ? this::call : this::told);
        }

        /** On the thread that reads, unless that would keep it from reading. */
        private void hear(Runnable news) {
            if (waiters.size() > FEW) {
                elsewhere(news);
            } else {
                news.run();
            }
        }

        private void elsewhere(Runnable news) {
            try {
                commands.elsewhere(news);
            } catch (RejectedExecutionException e) {
                Log.debug("the lock client is closed; nobody waits for " + name + " any more");
            }
        }

        private void call() {
            heard.called(System.nanoTime());
            for (Waiter waiter : waiters) {
                waiter.called();
            }
        }

        private void told() {
            heard.told(System.nanoTime());
            for (Waiter waiter : waiters) {
                waiter.released();
            }
        }
    }
}
