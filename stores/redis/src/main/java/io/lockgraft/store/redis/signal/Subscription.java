package io.lockgraft.store.redis.signal;

import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.text.Printable;
import io.lockgraft.spi.thread.Clock;
import io.lockgraft.store.redis.client.Commands;
import io.lockgraft.store.redis.failure.Failure;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.redisson.client.BaseRedisPubSubListener;
import org.redisson.client.ChannelName;
import org.redisson.client.RedisClient;
import org.redisson.client.RedisPubSubConnection;
import org.redisson.client.codec.StringCodec;
import org.redisson.client.protocol.pubsub.PubSubType;

/** One channel: its waiters, what they are told, and on which server it stands. */
public final class Subscription extends BaseRedisPubSubListener {
    private static final long LINGER = TimeUnit.SECONDS.toNanos(1);
    private static final long FIRST_PAUSE = TimeUnit.SECONDS.toNanos(1);
    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(30);

    /** The message of wake.lua without a release: the first of the queue must ask. */
    private static final String CALL = "3";

    /** More waiters than so are told on another thread than the one that reads. */
    private static final int FEW = 16;

    private final ReleaseChannels channels;
    private final Clock clock;
    private final Connections connections;
    private final Commands commands;
    private final String name;
    private final ChannelName channel;
    private final Set<ReleaseChannels.Waiter> waiters = ConcurrentHashMap.newKeySet();
    private final RecentMessages heard = new RecentMessages();
    private final AtomicBoolean guarded = new AtomicBoolean();
    private volatile RedisClient asked;
    private volatile boolean stands;
    private volatile long deserted;

    // Guarded by the channels.
    private RedisPubSubConnection at;
    private boolean over;
    private boolean begun; // asked for, standing, or about to be asked for again
    private long pause = FIRST_PAUSE;
    private int rounds;

    Subscription(ReleaseChannels channels, Clock clock, Connections connections, Commands commands, String name) {
        this.channels = channels;
        this.clock = clock;
        this.connections = connections;
        this.commands = commands;
        this.name = name;
        this.channel = new ChannelName(name);
    }

    public String name() {
        return name;
    }

    /** Whether messages arrive. */
    public boolean stands() {
        return stands;
    }

    /** What a waiter that joins now has missed. */
    public RecentMessages heard() {
        return heard;
    }

    void add(ReleaseChannels.Waiter waiter) {
        waiters.add(waiter);
    }

    /** Asks for the subscription, unless that is done or under way. */
    void begin() {
        synchronized (channels) {
            if (begun) {
                return;
            }
            begun = true;
        }
        ask();
    }

    /** Where that fails, the next waiter begins again. */
    private void ask() {
        try {
            askServer();
        } catch (Throwable e) {
            synchronized (channels) {
                begun = stands;
            }
            throw e;
        }
    }

    private void askServer() {
        channels.beginPatrol(commands);
        long patience;
        int round;
        synchronized (channels) {
            patience = pause;
            pause = Math.min(2 * pause, LONGEST_PAUSE);
            round = ++rounds;
        }
        // Redisson does not tell that the server has refused a subscription.
        clock.after(patience, () -> askAgain(round));
        RedisClient server = commands.serverOf(name);
        asked = server;
        if (server == null) {
            failed(new IllegalStateException("no server is known to have it"));
            return;
        }
        connections.to(server).whenComplete((made, error) -> {
            if (error == null) {
                subscribe(made);
            } else {
                failed(error);
            }
        });
    }

    private void askAgain(int round) {
        synchronized (channels) {
            if (round != rounds) {
                return; // it has been asked for since
            }
            begun = stands || !waiters.isEmpty(); // without a waiter, the next one begins
            if (stands || !begun) {
                return;
            }
        }
        ask();
    }

    private void subscribe(RedisPubSubConnection made) {
        CompletableFuture<Void> answer = new CompletableFuture<>();
        synchronized (channels) {
            if (over) {
                return;
            }
            if (at != made) {
                unsubscribe();
                at = made;
                made.addListener(channel, this);
            }
            Connections.inOrder(made, () -> {
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

    void moveIfAstray() {
        RedisClient server = commands.serverOf(name);
        synchronized (channels) {
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
        Log.debug("cannot subscribe to " + Printable.of(name) + ", polling instead: "
                + Failure.of(error).cause());
    }

    public void leave(ReleaseChannels.Waiter waiter) {
        waiters.remove(waiter);
        if (waiters.isEmpty()) {
            deserted = System.nanoTime();
            guard(LINGER);
        }
    }

    private void guard(long nanos) {
        if (guarded.compareAndSet(false, true)) {
            clock.after(nanos, () -> channels.endIfDeserted(this));
        }
    }

    /** Whether it has ended because it has had no waiter for a while; else it is looked at again. */
    boolean endsIfDeserted() {
        guarded.set(false);
        if (!waiters.isEmpty()) {
            return false;
        }
        // A hot key has no waiter now and then, and messages during a new subscription would be missed.
        long rest = LINGER - (System.nanoTime() - deserted);
        if (rest > 0) {
            guard(rest);
            return false;
        }
        synchronized (channels) {
            over = true;
            unsubscribe();
        }
        return true;
    }

    private void unsubscribe() {
        if (at != null) {
            RedisPubSubConnection left = at;
            left.removeListener(channel, this);
            Connections.inOrder(left, () -> {
                left.unsubscribe(commands.isSharded() ? PubSubType.SUNSUBSCRIBE : PubSubType.UNSUBSCRIBE, channel);
                left.removeDisconnectListener(channel);
            });
        }
    }

    @Override
    public void onStatus(PubSubType type, CharSequence of) {
        if (type == PubSubType.SUBSCRIBE || type == PubSubType.SSUBSCRIBE) {
            synchronized (channels) {
                if (at != null) {
                    connections.watch(at);
                }
                stands = true;
            }
            hear(this::call);
        }
    }

    /** Called with the lock. */
    boolean isAt(RedisPubSubConnection connection) {
        return at == connection;
    }

    /** Redisson subscribes again once, and does not tell where that is refused. Called with the lock. */
    void broken() {
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
            Log.debug("the lock client is closed; nobody waits for " + Printable.of(name) + " any more");
        }
    }

    private void call() {
        heard.called(System.nanoTime());
        for (ReleaseChannels.Waiter waiter : waiters) {
            waiter.called();
        }
    }

    private void told() {
        heard.told(System.nanoTime());
        for (ReleaseChannels.Waiter waiter : waiters) {
            waiter.released();
        }
    }
}
