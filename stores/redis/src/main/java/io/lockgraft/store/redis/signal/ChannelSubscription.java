package io.lockgraft.store.redis.signal;

import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.text.Printable;
import io.lockgraft.store.redis.client.Commands;
import io.lockgraft.store.redis.failure.Failure;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
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
public final class ChannelSubscription extends BaseRedisPubSubListener {
    private static final long LINGER = TimeUnit.SECONDS.toNanos(1);
    private static final long FIRST_PAUSE = TimeUnit.SECONDS.toNanos(1);
    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(30);

    /** The message of wake.lua without a release: the first of the queue must ask. */
    private static final String CALL = "3";

    /** More waiters than so are told on another thread than the one that reads. */
    private static final int FEW = 16;

    /** What a waiter that joins now has missed. */
    public final RecentMessages heard = new RecentMessages();

    public final String name;

    private final ReleaseChannels channels;
    private final Commands commands;
    private final ChannelName channel;
    private final Set<ReleaseChannels.Waiter> waiters = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean guarded = new AtomicBoolean();
    private volatile boolean stands;
    private volatile long deserted;

    // Guarded by the channels.
    private RedisClient asked;
    private RedisPubSubConnection at;
    private boolean over;
    private long pause = FIRST_PAUSE;
    private long nextAsk = System.nanoTime();

    ChannelSubscription(ReleaseChannels channels, Commands commands, String name) {
        this.channels = channels;
        this.commands = commands;
        this.name = name;
        this.channel = new ChannelName(name);
    }

    /** Whether messages arrive. */
    public boolean stands() {
        return stands;
    }

    void add(ReleaseChannels.Waiter waiter) {
        waiters.add(waiter);
    }

    /** Unless it stands or was asked for a moment ago: Redisson does not tell that the server has refused it. */
    void ask() {
        if (stands) {
            return;
        }
        channels.beginPatrol(commands);
        RedisClient server = commands.serverOf(name);
        synchronized (channels) {
            long now = System.nanoTime();
            if (stands || now - nextAsk < 0) {
                return;
            }
            nextAsk = now + pause;
            pause = Math.min(2 * pause, LONGEST_PAUSE);
            asked = server;
        }
        if (server == null) {
            failed(new IllegalStateException("no server is known to have it"));
            return;
        }
        channels.connection(server).whenComplete((made, error) -> {
            if (error == null) {
                subscribe(made);
            } else {
                failed(error);
            }
        });
    }

    /** The patrol comes by: moves it to a server that has replaced another, and asks again where it does not stand. */
    void look() {
        RedisClient server = commands.serverOf(name);
        synchronized (channels) {
            if (server != null && server != asked) {
                lost(0);
            }
        }
        if (!waiters.isEmpty()) {
            ask(); // without a waiter, the next one does
        }
    }

    /** Called with the lock. */
    private void lost(long nanos) {
        stands = false;
        pause = FIRST_PAUSE;
        nextAsk = System.nanoTime() + nanos;
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
            // Behind what other threads have handed over: it would overtake the end of the last one, and end with it.
            by(made.getChannel().eventLoop(), () -> {
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

    void failed(Throwable error) {
        Log.debug("cannot subscribe to " + Printable.of(name) + ", polling instead: "
                + Failure.of(error).cause());
    }

    public void remove(ReleaseChannels.Waiter waiter) {
        waiters.remove(waiter);
        if (waiters.isEmpty()) {
            deserted = System.nanoTime();
            guard(LINGER);
        }
    }

    private void guard(long nanos) {
        if (guarded.compareAndSet(false, true)) {
            channels.clock.after(nanos, () -> channels.endIfDeserted(this));
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
            by(left.getChannel().eventLoop(), () -> {
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
                    channels.watch(at);
                }
                stands = true;
            }
            hear(this::call);
        }
    }

    /** Redisson subscribes again once, and does not tell where that is refused. Called with the lock. */
    void broken(RedisPubSubConnection connection) {
        if (at == connection) {
            lost(FIRST_PAUSE);
            by(commands::elsewhere, this::call);
        }
    }

    @Override
    public void onMessage(CharSequence of, Object message) {
        hear(CALL.equals(message) ? this::call : this::told);
    }

    /** On the thread that reads, unless that would keep it from reading. */
    private void hear(Runnable news) {
        if (waiters.size() > FEW) {
            by(commands::elsewhere, news);
        } else {
            news.run();
        }
    }

    private void by(Executor threads, Runnable work) {
        try {
            threads.execute(work);
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
