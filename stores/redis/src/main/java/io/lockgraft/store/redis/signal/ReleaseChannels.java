package io.lockgraft.store.redis.signal;

import io.lockgraft.spi.thread.Clock;
import io.lockgraft.store.redis.client.Commands;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import org.redisson.client.RedisPubSubConnection;

/**
 * Wakes those who wait for a key when it is released: one subscription for each key that somebody waits for. A patrol
 * moves what stands on a server that another has replaced. A subscription is kept for a moment after the last waiter
 * has left, because a key that was waited for is mostly waited for again. A message can be lost and a subscription
 * refused: waiters poll as well, and as long as there are any, the subscription is asked for again, less and less
 * often.
 *
 * <p>It is one lock, which guards what changes in the {@link Connections} and in each {@link Subscription}, too.
 */
public final class ReleaseChannels {
    private static final long PATROL = TimeUnit.MILLISECONDS.toNanos(500);

    /** As long as Redisson keeps a connection for commands that nobody needs. */
    private static final long IDLE = TimeUnit.SECONDS.toNanos(10);

    private final Clock clock;
    private final long idle;
    private final Connections connections = new Connections(this);
    private final ConcurrentMap<String, Subscription> subscriptions = new ConcurrentHashMap<>();

    // Guarded by this.
    private boolean patrolling;
    private long needed; // when the patrol last met a subscription, or began

    public ReleaseChannels(Clock clock) {
        this(clock, IDLE);
    }

    /** @param idle how long a connection is kept for the next one who waits */
    public ReleaseChannels(Clock clock, long idle) {
        this.clock = clock;
        this.idle = idle;
    }

    /** Who waits for a release. */
    public interface Waiter {
        /** A release was told. */
        void released();

        /** Nobody knows how many were: whoever hears it may be the first, and must look. */
        void called();
    }

    /** Tells {@code waiter} when the subscription stands, and every message; until it leaves. */
    public Subscription join(Commands commands, String channel, Waiter waiter) {
        Subscription joined = subscriptions.compute(channel, (name, known) -> {
            Subscription subscription =
                    known == null ? new Subscription(this, clock, connections, commands, name) : known;
            subscription.add(waiter);
            return subscription;
        });
        joined.begin();
        return joined;
    }

    /**
     * Ends it where nobody waits, and not for long has; in the order of the map, so that the channel's next one comes
     * after.
     */
    void endIfDeserted(Subscription subscription) {
        subscriptions.computeIfPresent(
                subscription.name(),
                (same, current) -> current == subscription && subscription.endsIfDeserted() ? null : current);
    }

    /** Called with this lock. */
    void broken(RedisPubSubConnection connection) {
        for (Subscription subscription : subscriptions.values()) {
            if (subscription.isAt(connection)) {
                subscription.broken();
            }
        }
    }

    /**
     * As long as there are connections, subscriptions that stand on a server that is it no more are moved, and what
     * nobody needs any more is closed.
     */
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
            for (Subscription subscription : subscriptions.values()) {
                subscription.moveIfAstray();
            }
            synchronized (this) {
                connections.leaveOthersThan(commands);
                leaveIfIdle();
            }
        } finally {
            // Whatever went wrong with one of them: the next one goes on.
            synchronized (this) {
                patrolling = false;
                if (!subscriptions.isEmpty() || !connections.isEmpty()) {
                    goOn(commands);
                }
            }
        }
    }

    /**
     * Called with the lock, without which nobody gets a connection. Who gets one is among the subscriptions by then; and
     * whoever has just left them needs none.
     */
    private void leaveIfIdle() {
        if (!subscriptions.isEmpty()) {
            needed = System.nanoTime();
        } else if (System.nanoTime() - needed > idle) {
            connections.leaveAll();
        }
    }
}
