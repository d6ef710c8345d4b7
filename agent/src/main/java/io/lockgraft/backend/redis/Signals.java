package io.lockgraft.backend.redis;

import io.lockgraft.report.Log;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import org.redisson.RedissonTopic;
import org.redisson.api.listener.MessageListener;

/**
 * Wakes those who wait for a key when it is released: one subscription for each key that somebody waits for. It is kept
 * for a moment after the last has left, because a key that was waited for is mostly waited for again. A message can be
 * lost and a subscription refused, so waiters poll as well.
 */
final class Signals {
    private static final long LINGER = TimeUnit.SECONDS.toNanos(1);

    private final Clock clock;
    private final ConcurrentMap<String, Subscription> subscriptions = new ConcurrentHashMap<>();

    Signals(Clock clock) {
        this.clock = clock;
    }

    /** Runs {@code waiter} when the subscription stands, and at every release; until it leaves. */
    Subscription join(Commands commands, String key, Runnable waiter) {
        String channel = commands.channel(key);
        Subscription joined = subscriptions.compute(channel, (name, known) -> {
            Subscription subscription = known != null ? known : new Subscription(name);
            subscription.waiters.add(waiter);
            return subscription;
        });
        joined.begin(commands);
        return joined;
    }

    /** The waiters of one channel. */
    final class Subscription implements MessageListener<String> {
        private final String channel;
        private final Set<Runnable> waiters = ConcurrentHashMap.newKeySet();
        private RedissonTopic topic;
        private volatile boolean stands;

        private Subscription(String channel) {
            this.channel = channel;
        }

        /** Whether messages arrive. */
        boolean stands() {
            return stands;
        }

        private void begin(Commands commands) {
            synchronized (this) {
                if (topic != null) {
                    return;
                }
                topic = commands.topic(channel);
            }
            topic.addListenerAsync(String.class, this).whenComplete((id, error) -> {
                if (error == null) {
                    stands = true;
                    wake();
                } else {
                    Log.debug("cannot subscribe to " + channel + ", polling instead: "
                            + Failure.of(error).cause());
                    clock.after(LINGER, () -> again(commands));
                }
            });
        }

        private void again(Commands commands) {
            synchronized (this) {
                topic = null;
            }
            if (subscriptions.get(channel) == this && !waiters.isEmpty()) {
                begin(commands);
            }
        }

        void leave(Runnable waiter) {
            waiters.remove(waiter);
            if (waiters.isEmpty()) {
                clock.after(LINGER, this::end);
            }
        }

        private void end() {
            boolean[] over = new boolean[1];
            subscriptions.computeIfPresent(channel, (name, current) -> {
                over[0] = current == this && waiters.isEmpty();
                return over[0] ? null : current;
            });
            RedissonTopic subscribed;
            synchronized (this) {
                subscribed = topic;
            }
            if (over[0] && subscribed != null) {
                subscribed.removeListenerAsync(this);
            }
        }

        @Override
        public void onMessage(CharSequence name, String message) {
            wake();
        }

        private void wake() {
            for (Runnable waiter : waiters) {
                waiter.run();
            }
        }
    }
}
