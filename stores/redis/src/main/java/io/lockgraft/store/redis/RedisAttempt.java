package io.lockgraft.store.redis;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.thread.Clock;
import io.lockgraft.spi.thread.Pauses;
import io.lockgraft.store.redis.client.Client;
import io.lockgraft.store.redis.failure.Failure;
import io.lockgraft.store.redis.failure.UnsentException;
import io.lockgraft.store.redis.signal.ReleaseChannels;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/**
 * One request on its way, until it is granted, refused or out of time. It puts a {@link AcquireExchange} to the server; where
 * a key is busy it waits at its {@link WaitState} until it is to ask again; what it must not leave behind is its {@link
 * PendingCleanup}. No thread waits for it: it is moved by answers, messages and the clock. At any time at most one command of it
 * is awaited.
 *
 * <p>It is one lock: its monitor guards all fields that change, its own and those of its question, place, debt and
 * parts. AcquireExchange and place take it themselves where they need it; debt and parts are called by whoever has it. Nobody
 * has it while he asks or tells the answer, for an answer may be there at once, and what follows from it is not his to
 * know.
 */
final class RedisAttempt implements Attempt {
    private final Client client;
    private final Clock clock;
    private final Request request;
    private final long grace;
    private final WaitState place;
    private final AcquireExchange question;
    private final CompletableFuture<Answer> answer = new CompletableFuture<>();

    private volatile boolean contended;

    // Guarded by this.
    private final Pauses pauses = new Pauses();
    private boolean over;
    private Throwable failure;
    private Future<?> deadline;

    /**
     * @param signals null where the server must not be asked for subscriptions: then it is only asked often
     * @param grace how long after the deadline an answer that is under way may still come, in nanoseconds
     */
    RedisAttempt(
            Client client,
            Clock clock,
            ReleaseChannels signals,
            Release release,
            Patience patience,
            Request request,
            long grace) {
        this.client = client;
        this.clock = clock;
        this.request = request;
        this.grace = grace;
        this.place = new WaitState(this, clock, signals, patience, request);
        this.question = new AcquireExchange(this, place, client, release, request);
    }

    @Override
    public CompletableFuture<Answer> answer() {
        return answer;
    }

    @Override
    public boolean isContended() {
        return contended;
    }

    void begin() {
        synchronized (this) {
            long remaining = request.remaining();
            deadline = remaining > 0
                    ? clock.after(remaining, this::due)
                    : clock.after(Math.max(grace / 4, remaining + grace), this::overdue);
        }
        question.ask();
    }

    @Override
    public void abandon() {
        if (!end(Answer.unavailable(known()))) {
            // It may have been decided in this moment, and be told in the next.
            answer.thenAccept(given -> {
                if (given.grant() != null) {
                    given.grant().release();
                }
            });
        }
    }

    /** Nobody moves it any more. */
    void close() {
        end(Answer.unavailable(new UnsentException("the lock client has been closed")));
    }

    /** The server has said that others have a key. */
    void contended() {
        contended = true;
        synchronized (this) {
            failure = null;
            pauses.reset();
        }
    }

    /** The server has not said anything. */
    void failed(Failure what) {
        long pause;
        synchronized (this) {
            failure = what.told();
            pause = pauses.next();
        }
        if (what.isFinal()) {
            end(Answer.refused(what.told()));
        } else if (!request.waits()) {
            end(Answer.unavailable(what.told()));
        } else {
            place.pause(pause);
        }
    }

    /** It may be its turn now. */
    void askAgain() {
        question.askAgain();
    }

    /** The wait is over; an answer that is under way gets a moment more. */
    private void due() {
        Answer last;
        synchronized (this) {
            Throwable unsent = question.unsent();
            if (unsent == null && isAsking()) {
                deadline = clock.after(grace, this::overdue);
                return;
            }
            last = isAsking()
                    ? Answer.unavailable(failure == null ? unsent : failure)
                    : failure == null ? Answer.busy() : Answer.unavailable(failure);
        }
        end(last);
    }

    /** That moment is over too. */
    private void overdue() {
        end(Answer.unavailable(known()));
    }

    private boolean isAsking() {
        return !over && !place.isParked();
    }

    /** Why there is no grant, as far as it is known. */
    private synchronized Throwable known() {
        if (failure != null) {
            return failure;
        }
        Throwable unsent = question.unsent();
        return unsent != null ? unsent : client.silence();
    }

    /** Gives the answer, unless one has been given. */
    boolean end(Answer given) {
        synchronized (this) {
            if (over) {
                return false;
            }
            over = true;
            question.end(given.grant() != null);
            Clock.cancel(deadline);
        }
        try {
            place.leave();
            question.withdraw();
        } finally {
            answer.complete(given);
        }
        return true;
    }

    /** Whether the answer has been given, or nobody wants it any more. */
    synchronized boolean isOver() {
        return over;
    }
}
