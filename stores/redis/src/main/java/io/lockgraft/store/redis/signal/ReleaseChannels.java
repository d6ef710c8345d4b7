package io.lockgraft.store.redis.signal;

import io.lockgraft.spi.thread.Clock;
import io.lockgraft.store.redis.client.Commands;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import org.redisson.client.RedisPubSubConnection;

/**
 * Wakes the waiters of a key when it is released, by one subscription a key. A patrol moves subscriptions away from a
 * server that another has replaced. A subscription is kept for a moment after its last waiter has left, because a key
 * that was waited for is mostly waited for again. A message can be lost and a subscription refused: so waiters poll as
 * well, and the subscription is asked for again, less and less often.
 *
 * <p>Its monitor guards what changes here, in the {@link Connections} and in each {@link Subscription}.
 */
public final class ReleaseChannels {
    private static final long PATROL = TimeUnit.MILLISECONDS.toNanos(500);

    /** As long as Redisson keeps an idle connection for commands. */
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

    /** Ends it where it has had no waiter for a while; within the map, so that the next one begins after that. */
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
            for (Subscription subscription : subscriptions.values()) {
                subscription.moveIfAstray();
            }
            synchronized (this) {
                connections.leaveOthersThan(commands);
                leaveIfIdle();
            }
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

    /** Called with the lock. A subscription that gets a connection is in the map by then. */
    private void leaveIfIdle() {
        if (!subscriptions.isEmpty()) {
            needed = System.nanoTime();
        } else if (System.nanoTime() - needed > idle) {
            connections.leaveAll();
        }
    }
}
