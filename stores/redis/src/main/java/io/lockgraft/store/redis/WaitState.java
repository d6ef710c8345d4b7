package io.lockgraft.store.redis;

import io.lockgraft.spi.Request;
import io.lockgraft.spi.thread.Clock;
import io.lockgraft.spi.thread.Pauses;
import io.lockgraft.store.redis.client.Commands;
import io.lockgraft.store.redis.script.Acquired;
import io.lockgraft.store.redis.signal.ReleaseChannels;
import io.lockgraft.store.redis.signal.Subscription;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Where an attempt waits, and what makes it ask again: a message, the end of the holder's lease, and from time to time
 * the clock, in case a message was lost. In a queue it lets go by the releases that are for those in front of it, and
 * looks only if they do not seem to use them, or when the first is called or messages may have been missed. While a
 * question is under way it bears in mind what it is told, until the answer has come. Guarded by its attempt, as that
 * one says.
 */
final class WaitState implements ReleaseChannels.Waiter {
    private static final long POLL = TimeUnit.MILLISECONDS.toNanos(1000);
    private static final long FIRST_POLL = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long FIRST_DISTANCE = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LONGEST_DISTANCE = TimeUnit.MILLISECONDS.toNanos(250);

    private final RedisAttempt attempt;
    private final Clock clock;
    private final ReleaseChannels signals;
    private final Patience patience;
    private final Request request;

    // Guarded by the attempt.
    private boolean parked;
    private int told;
    private boolean called;
    private int others;
    private long askBy;
    private Future<?> alarm;
    private long poll;
    private String channel;
    private Subscription subscription;

    /** @param signals null where the server must not be asked for subscriptions */
    WaitState(RedisAttempt attempt, Clock clock, ReleaseChannels signals, Patience patience, Request request) {
        this.attempt = attempt;
        this.clock = clock;
        this.signals = signals;
        this.patience = patience;
        this.request = request;
        this.poll = signals != null ? FIRST_POLL : FIRST_DISTANCE;
    }

    /** For how many milliseconds a free lock is to be kept for it when it is its turn. */
    long turn() {
        synchronized (attempt) {
            boolean hears = subscription != null && subscription.stands();
            return patience.millis(request.kind(), hears ? 0 : poll + poll / 4);
        }
    }

    /** Whether it waits, and no question is under way. */
    boolean isParked() {
        synchronized (attempt) {
            return parked;
        }
    }

    /**
     * Others have the key.
     *
     * @param askedAt when this was asked, by System.nanoTime
     * @param before who has given the key back right before this was asked for the first time; else null
     */
    void standBehind(Commands commands, String key, Acquired said, long askedAt, ReleasesUnderWay.Returning before) {
        long nanos;
        synchronized (attempt) {
            if (attempt.isOver()) {
                return;
            }
            patience.took(System.nanoTime() - askedAt);
            others = said.releases;
            String where = commands.columns().channel(key, said.readWrite);
            long wait = listen(commands, where, before == null ? askedAt : before.begun()) ? POLL : unsubscribedPoll();
            if (before != null) {
                letGoBy();
            }
            long held = said.value < 0
                    ? wait
                    : TimeUnit.MILLISECONDS.toNanos(said.value + 1) + said.releases * patience.forAnother();
            nanos = Math.min(held, Pauses.jittered(wait));
        }
        park(nanos);
    }

    /** Nobody knows who has it, nor who is in front. */
    void pause(long nanos) {
        synchronized (attempt) {
            others = 0;
        }
        park(nanos);
    }

    /**
     * By a release that was told before this had its place: it is not among those that the answer has counted, whether
     * it has been heard already or will be.
     */
    private void letGoBy() {
        if (told > 0) {
            told--;
        } else if (subscription != null && subscription.stands()) {
            others++;
        }
    }

    /** Whether messages arrive; none is missed that was told since then. */
    private boolean listen(Commands commands, String where, long since) {
        if (signals == null) {
            return false;
        }
        if (!where.equals(channel)) {
            if (subscription != null) {
                subscription.leave(this);
            }
            channel = where;
            subscription = signals.join(commands, where, this);
            // What was told until now was told to others only; a subscription that stands later wakes us by itself.
            told += subscription.heard().toldSince(since);
            called |= subscription.heard().calledSince(since);
        }
        return subscription.stands();
    }

    /** Often at first, when the subscription may be about to stand; and always where there is none. */
    private long unsubscribedPoll() {
        long now = poll;
        poll = Math.min(2 * poll, signals != null ? POLL : LONGEST_DISTANCE);
        return now;
    }

    private void park(long nanos) {
        synchronized (attempt) {
            if (attempt.isOver()) {
                return;
            }
            boolean again = called || told > others;
            called = false;
            if (!again) {
                boolean mayKeep = request.keys().size() > 1;
                askBy = System.nanoTime() + (mayKeep ? Math.min(nanos, request.leaseNanos() / 3) : nanos);
                leaveToOthers(told);
                // Not before there is an alarm: without one nobody might ever look.
                parked = true;
                told = 0;
                return;
            }
            told = 0;
        }
        attempt.askAgain();
    }

    /** So many releases are for those in front; should they not use them, it is our turn sooner than we think. */
    private void leaveToOthers(int releases) {
        long rest = askBy - System.nanoTime();
        if (releases > 0) {
            rest = Math.min(rest, others * patience.forAnother());
        }
        Future<?> before = alarm;
        alarm = clock.after(rest, this::look);
        Clock.cancel(before);
        others -= releases;
    }

    @Override
    public void released() {
        synchronized (attempt) {
            if (!parked) {
                told++;
                return;
            }
            if (others > 0) {
                leaveToOthers(1);
                return;
            }
        }
        look();
    }

    /** Also where others are said to be in front: they may have died, and who is waited for is not waited for long. */
    @Override
    public void called() {
        synchronized (attempt) {
            called |= !parked;
        }
        look();
    }

    private void look() {
        synchronized (attempt) {
            if (!parked) {
                return;
            }
            parked = false;
            Clock.cancel(alarm);
        }
        attempt.askAgain();
    }

    /** Nobody waits any more. */
    void leave() {
        Subscription left;
        synchronized (attempt) {
            parked = false;
            Clock.cancel(alarm);
            left = subscription;
        }
        if (left != null) {
            left.leave(this);
        }
    }
}
