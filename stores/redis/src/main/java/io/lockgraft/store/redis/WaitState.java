package io.lockgraft.store.redis;

import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.thread.Clock;
import io.lockgraft.spi.thread.Pauses;
import io.lockgraft.store.redis.client.Commands;
import io.lockgraft.store.redis.script.AcquireAnswer;
import io.lockgraft.store.redis.signal.ChannelSubscription;
import io.lockgraft.store.redis.signal.ReleaseChannels;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Where an attempt waits. A message, the end of the holder's lease and, in case a message was lost, the clock make it
 * ask again. In a queue it leaves a release to each waiter in front. It asks earlier where they do not seem to use
 * them, where the first is called, and where messages may have been missed. What it is told during a question counts
 * once the answer has come. Guarded by its attempt.
 */
final class WaitState implements ReleaseChannels.Waiter {
    private static final long POLL = TimeUnit.MILLISECONDS.toNanos(1000);
    private static final long FIRST_POLL = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long FIRST_DISTANCE = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LONGEST_DISTANCE = TimeUnit.MILLISECONDS.toNanos(250);

    /**
     * For so many milliseconds a free lock is kept for the waiter whose turn it is. It is woken and asks within a round
     * trip. The rest is for a garbage collection, or a container that is throttled. A waiter that has died, or stands
     * still, holds the others up so long, once: then it loses its place.
     */
    static final long TURN = 500;

    /** The same for a fair waiter. After this a silent waiter counts as dead. */
    static final long FAIR_TURN = 5000;

    /**
     * After so long a waiter looks whether the one in front of it has used a release. Much less than a turn: a waiter
     * that is the first, because those in front have left, must not be late.
     */
    private static final long FOR_ANOTHER = TimeUnit.MILLISECONDS.toNanos(50);

    private final RedisAttempt attempt;
    private final Clock clock;
    private final ReleaseChannels channels;
    private final Request request;

    // Guarded by the attempt.
    private boolean parked;
    private int told;
    private boolean called;
    private int others;
    private long askBy;
    private Future<?> alarm;
    private long poll;
    private ChannelSubscription subscription;

    /** @param channels null where the server must not be asked for subscriptions */
    WaitState(RedisAttempt attempt, Clock clock, ReleaseChannels channels, Request request) {
        this.attempt = attempt;
        this.clock = clock;
        this.channels = channels;
        this.request = request;
        this.poll = channels != null ? FIRST_POLL : FIRST_DISTANCE;
    }

    /** For how many milliseconds a free lock is to be kept for it when it is its turn. Called with the lock. */
    long turn() {
        if (request.kind() == LockKind.FAIR) {
            return FAIR_TURN;
        }
        boolean hears = subscription != null && subscription.stands();
        return hears ? TURN : TURN + TimeUnit.NANOSECONDS.toMillis(poll + poll / 4);
    }

    /** Whether it waits, and no question is under way. Called with the lock. */
    boolean isParked() {
        return parked;
    }

    /**
     * Others have the key.
     *
     * @param askedAt when this was asked, by System.nanoTime
     * @param before the release of this JVM right before the first question; else null
     */
    void standBehind(
            Commands commands, String key, AcquireAnswer said, long askedAt, ReleasesUnderWay.Returning before) {
        long nanos;
        synchronized (attempt) {
            if (attempt.isOver()) {
                return;
            }
            others = said.releases;
            String where = commands.columns.channel(key, said.readWrite);
            long wait = listen(commands, where, before == null ? askedAt : before.begun) ? POLL : unsubscribedPoll();
            if (before != null) {
                letGoBy();
            }
            long held =
                    said.value < 0 ? wait : TimeUnit.MILLISECONDS.toNanos(said.value + 1) + said.releases * FOR_ANOTHER;
            nanos = Math.min(held, Pauses.jittered(wait));
        }
        park(nanos);
    }

    /** The server did not say. */
    void pause(long nanos) {
        synchronized (attempt) {
            others = 0;
        }
        park(nanos);
    }

    /** The release before this one had its place is not among those that the answer counts, heard already or not. */
    private void letGoBy() {
        if (told > 0) {
            told--;
        } else if (subscription != null && subscription.stands()) {
            others++;
        }
    }

    /** Whether messages arrive; none is missed that was told since then. */
    private boolean listen(Commands commands, String where, long since) {
        if (channels == null) {
            return false;
        }
        if (subscription == null || !subscription.name.equals(where)) {
            if (subscription != null) {
                subscription.remove(this);
            }
            subscription = channels.join(commands, where, this);
            // Messages until now went to other waiters. A subscription that stands later calls this one.
            told += subscription.heard.toldSince(since);
            called |= subscription.heard.calledSince(since);
        }
        return subscription.stands();
    }

    /** Often at first, when the subscription may be about to stand; and always where there is none. */
    private long unsubscribedPoll() {
        long now = poll;
        poll = Math.min(2 * poll, channels != null ? POLL : LONGEST_DISTANCE);
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
                passOn(told);
                // Behind the alarm: without one this attempt might never ask again.
                parked = true;
                told = 0;
                return;
            }
            told = 0;
        }
        attempt.askAgain();
    }

    /** So many releases are for waiters in front. If these do not use them, this one's turn comes sooner. */
    private void passOn(int releases) {
        long rest = askBy - System.nanoTime();
        if (releases > 0) {
            rest = Math.min(rest, others * FOR_ANOTHER);
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
                passOn(1);
                return;
            }
        }
        look();
    }

    /** Also where others are said to be in front: they may have died. */
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

    /** The attempt waits no more. */
    void close() {
        ChannelSubscription left;
        synchronized (attempt) {
            parked = false;
            Clock.cancel(alarm);
            left = subscription;
        }
        if (left != null) {
            left.remove(this);
        }
    }
}
