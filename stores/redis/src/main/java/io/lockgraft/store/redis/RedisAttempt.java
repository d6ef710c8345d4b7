package io.lockgraft.store.redis;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.attempt.OpenAttempt;
import io.lockgraft.spi.thread.Clock;
import io.lockgraft.spi.thread.Pauses;
import io.lockgraft.store.redis.client.Client;
import io.lockgraft.store.redis.failure.Failure;
import io.lockgraft.store.redis.failure.UnsentException;
import io.lockgraft.store.redis.signal.ReleaseChannels;
import java.util.concurrent.Future;

/**
 * One request on its way, until it is granted, refused or out of time. Its {@link AcquireExchange} asks the server.
 * Where a key is busy it waits in its {@link WaitState}. {@link PendingCleanup} gives back what it must not leave
 * behind. No thread waits for it: answers, messages and the clock move it. At most one command of it is awaited at a
 * time.
 *
 * <p>Its monitor guards all fields that change, its own and those of these three and of {@link Parts}. The exchange and
 * the wait state lock it themselves. The cleanup and the parts are called with the lock. No command is sent and no
 * answer is told with the lock.
 */
final class RedisAttempt extends OpenAttempt {
    private final Client client;
    private final Request request;

    /** When it ends at the latest, by System.nanoTime; a call that begins late has some time all the same. */
    private final long lastAnswer;

    private final WaitState waitState;
    private final AcquireExchange exchange;

    // Guarded by this.
    private final Pauses pauses = new Pauses();
    private boolean over;
    private Throwable failure;
    private Future<?> deadline;

    /**
     * @param channels null where the server must not be asked for subscriptions: then it is only asked often
     * @param question the time of one question, in nanoseconds
     */
    RedisAttempt(Client client, ReleaseChannels channels, RepeatedRelease release, Request request, long question) {
        this.client = client;
        this.request = request;
        long now = System.nanoTime();
        this.lastAnswer = now + Math.max(question / 4, request.lastAnswer(question) - now);
        this.waitState = new WaitState(this, client.clock, channels, request);
        this.exchange = new AcquireExchange(this, waitState, client, release, request, lastAnswer);
    }

    void begin() {
        synchronized (this) {
            long remaining = request.remaining();
            deadline = remaining > 0
                    ? client.clock.after(remaining, this::due)
                    : client.clock.after(lastAnswer - System.nanoTime(), this::overdue);
        }
        exchange.ask();
    }

    @Override
    public void abandon() {
        if (!end(Answer.unavailable(known()))) {
            // It may have been decided in this moment, and be told in the next.
            answer.thenAccept(given -> {
                if (given.grant() != null) {
                    ((RedisGrant) given.grant()).giveBack();
                }
            });
        }
    }

    /** The client is closed. */
    void close() {
        end(Answer.unavailable(new UnsentException("the lock client has been closed")));
    }

    /** The server has said that others have a key; {@code holder} is null where it is not known who. */
    void contended(String holder) {
        othersHaveIt(holder);
        synchronized (this) {
            failure = null;
            pauses.reset();
        }
    }

    /** The server did not say. */
    void failed(Failure what) {
        long pause;
        synchronized (this) {
            if (over) {
                return; // many give up at once, and a text for each that nobody reads costs the others time
            }
            failure = what.told();
            pause = pauses.next();
        }
        if (what.isFinal()) {
            end(Answer.refused(what.told()));
        } else if (!request.waits()) {
            end(Answer.unavailable(what.told()));
        } else {
            waitState.pause(pause);
        }
    }

    /** It may be its turn now. */
    void askAgain() {
        exchange.askAgain();
    }

    /** The wait is over; an answer that is under way gets a moment more. */
    private void due() {
        Answer last;
        synchronized (this) {
            boolean asking = !over && !waitState.isParked();
            if (asking && exchange.unsent() == null) {
                deadline = client.clock.after(lastAnswer - System.nanoTime(), this::overdue);
                return;
            }
            // What has been heard last counts, where the next question has not been sent.
            boolean isUnknown = failure != null || asking && !isContended();
            last = isUnknown ? Answer.unavailable(known()) : Answer.busy();
        }
        end(last);
    }

    /** That moment is over too. */
    private void overdue() {
        end(Answer.unavailable(known()));
    }

    /** Why there is no grant, as far as it is known. */
    private synchronized Throwable known() {
        if (failure != null) {
            return failure;
        }
        Throwable unsent = exchange.unsent();
        return unsent != null ? unsent : client.silence();
    }

    /** Gives the answer, unless one has been given. */
    boolean end(Answer given) {
        synchronized (this) {
            if (over) {
                return false;
            }
            over = true;
            exchange.end(given.grant() != null);
            Clock.cancel(deadline);
        }
        try {
            waitState.close();
            exchange.withdraw();
        } finally {
            answer.complete(given);
        }
        return true;
    }

    /** Whether the answer has been given, or the attempt has been abandoned. */
    synchronized boolean isOver() {
        return over;
    }
}
