package io.lockgraft.backend.redis;

import io.lockgraft.backend.Answer;
import io.lockgraft.backend.Attempt;
import io.lockgraft.backend.Request;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * One request on its way: try; where the key is busy, subscribe to its release and try again at every message, when
 * the holder's lease ends, and from time to time in case a message was lost; until the deadline. No thread waits for
 * it: it is moved by answers, messages and the clock. At any time at most one command of it is awaited.
 */
final class RedisAttempt implements Attempt {
    private static final long POLL = TimeUnit.MILLISECONDS.toNanos(1000);
    private static final long FIRST_POLL = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(500);

    private enum State {
        /** Before the answer to a command, or to the client's connecting. */
        ASKING,
        /** Waiting for a message or for the time to ask again. */
        PARKED,
        /** The answer has been given, or nobody wants it any more. */
        OVER
    }

    private final Client client;
    private final Clock clock;
    private final Signals signals;
    private final Release release;
    private final Request request;
    private final long grace;
    private final CompletableFuture<Answer> answer = new CompletableFuture<>();
    private final Runnable waker = this::wake;

    private volatile boolean contended;

    // Guarded by this.
    private State state = State.ASKING;
    private boolean signalled;
    private boolean doubtful;
    private boolean sent;
    private Throwable failure;
    private long pause = FIRST_PAUSE;
    private long poll = FIRST_POLL;
    private Commands commands;
    private Signals.Subscription subscription;
    private Future<?> deadline;
    private Future<?> alarm;

    /** @param grace how long after the deadline an answer that is under way may still come, in nanoseconds */
    RedisAttempt(Client client, Clock clock, Signals signals, Release release, Request request, long grace) {
        this.client = client;
        this.clock = clock;
        this.signals = signals;
        this.release = release;
        this.request = request;
        this.grace = grace;
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
                    : clock.after(Math.max(grace / 2, remaining + grace), this::overdue);
        }
        ask();
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

    /** Asks, once the client is connected. */
    private void ask() {
        client.commands().whenComplete((connected, error) -> {
            if (error != null) {
                failed(error);
            } else {
                send(connected);
            }
        });
    }

    private void send(Commands connected) {
        synchronized (this) {
            if (state == State.OVER) {
                return;
            }
            commands = connected;
            sent = true;
        }
        long sentAt = System.nanoTime();
        connected.acquire(request).whenComplete((held, error) -> {
            synchronized (this) {
                sent = false;
            }
            if (error != null) {
                failed(error);
            } else if (held == null) {
                granted(sentAt);
            } else {
                busy(held);
            }
        });
    }

    private void granted(long sentAt) {
        RedisGrant grant;
        synchronized (this) {
            grant = new RedisGrant(commands, release, request, sentAt, doubtful);
            doubtful = false;
        }
        if (!end(Answer.granted(grant))) {
            grant.release();
        }
    }

    private void busy(long heldMillis) {
        contended = true;
        synchronized (this) {
            failure = null;
            pause = FIRST_PAUSE;
        }
        if (request.remaining() <= 0) {
            end(Answer.busy());
            return;
        }
        boolean stands;
        synchronized (this) {
            if (state == State.OVER) {
                settle();
                return;
            }
            boolean joins = subscription == null;
            if (joins) {
                subscription = signals.join(commands, request.keys().get(0), waker);
            }
            stands = subscription.stands();
            // A release before we joined was told to others only; one that stands later wakes us by itself.
            signalled |= joins && stands;
        }
        long poll = stands ? POLL : unsubscribedPoll();
        long held = heldMillis < 0 ? poll : TimeUnit.MILLISECONDS.toNanos(heldMillis + 1);
        park(Math.min(held, jitter(poll)));
    }

    /** Often at first, when the subscription may be about to stand. */
    private synchronized long unsubscribedPoll() {
        long now = poll;
        poll = Math.min(2 * poll, POLL);
        return now;
    }

    private void failed(Throwable error) {
        Failure what = Failure.of(error);
        long wait;
        synchronized (this) {
            failure = what.told();
            doubtful |= commands != null && what.isAmbiguous();
            if (state == State.OVER) {
                settle();
                return;
            }
            wait = jitter(pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE);
        }
        if (what.isFinal() || request.remaining() <= 0) {
            end(Answer.unavailable(what.told()));
        } else {
            park(wait);
        }
    }

    private void park(long nanos) {
        synchronized (this) {
            if (state != State.ASKING) {
                return;
            }
            if (!signalled) {
                state = State.PARKED;
                alarm = clock.after(nanos, waker);
                return;
            }
            signalled = false;
        }
        ask();
    }

    private void wake() {
        synchronized (this) {
            if (state != State.PARKED) {
                signalled = state == State.ASKING;
                return;
            }
            state = State.ASKING;
            cancel(alarm);
        }
        ask();
    }

    /** The wait is over; an answer that is under way gets a moment more. */
    private void due() {
        Answer last;
        synchronized (this) {
            if (state == State.ASKING) {
                deadline = clock.after(Math.max(grace, client.coldStart()), this::overdue);
                return;
            }
            last = failure == null ? Answer.busy() : Answer.unavailable(failure);
        }
        end(last);
    }

    private void overdue() {
        synchronized (this) {
            long more = client.coldStart();
            if (state == State.ASKING && more > 0) {
                deadline = clock.after(more, this::overdue);
                return;
            }
        }
        end(Answer.unavailable(known()));
    }

    /** Why there is no grant, as far as it is known. */
    private synchronized Throwable known() {
        return failure != null ? failure : client.silence();
    }

    /** Gives the answer, unless one has been given. */
    private boolean end(Answer given) {
        Signals.Subscription left;
        synchronized (this) {
            if (state == State.OVER) {
                settle();
                return false;
            }
            state = State.OVER;
            left = subscription;
            cancel(deadline);
            cancel(alarm);
            if (given.grant() == null) {
                settle();
            }
        }
        if (left != null) {
            left.leave(waker);
        }
        answer.complete(given);
        return true;
    }

    /** Gives back what a command without an answer may have been granted; one that is still awaited first answers. */
    private void settle() {
        if (doubtful && !sent) {
            doubtful = false;
            release.insist(commands, request);
        }
    }

    private static void cancel(Future<?> scheduled) {
        if (scheduled != null) {
            scheduled.cancel(false);
        }
    }

    /** Between 75 % and 125 %: what waits for one key in many JVMs must not ask in step. */
    private static long jitter(long nanos) {
        return nanos - nanos / 4 + ThreadLocalRandom.current().nextLong(nanos / 2 + 1);
    }
}
