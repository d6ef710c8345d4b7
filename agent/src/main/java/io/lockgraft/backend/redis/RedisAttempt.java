package io.lockgraft.backend.redis;

import io.lockgraft.backend.Answer;
import io.lockgraft.backend.Attempt;
import io.lockgraft.backend.Request;
import io.lockgraft.backend.thread.Clock;
import io.lockgraft.rules.LockKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One request on its way: try; where a key is busy, subscribe to its release and try again at every message, when
 * the holder's lease ends, and from time to time in case a message was lost; until the deadline. No thread waits for
 * it: it is moved by answers, messages and the clock. At any time at most one command of it is awaited. In a queue it lets
 * go by the releases that are for those in front of it, and looks only if they do not seem to use them.
 *
 * <p>What it has got of several keys it keeps while it waits for the next, and asks again before that lease could end:
 * an owner that asks again gets what it has anew. Where one command cannot serve all keys, it asks part by part.
 */
final class RedisAttempt implements Attempt, Signals.Waiter {
    private static final long POLL = TimeUnit.MILLISECONDS.toNanos(1000);
    private static final long FIRST_POLL = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long FIRST_DISTANCE = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LONGEST_DISTANCE = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(500);

    /** How long a release of our own is waited for, where it cannot be named; then the attempt asks anyway. */
    private static final long RETURN_PATIENCE = TimeUnit.SECONDS.toNanos(1);

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
    private final Patience patience;
    private final Request request;
    private final boolean listens;
    private final long grace;
    private final CompletableFuture<Answer> answer = new CompletableFuture<>();

    private final long begun = System.nanoTime();

    private volatile boolean contended;

    // Guarded by this.
    private State state = State.ASKING;
    private int told;
    private boolean called;
    private int others;
    private boolean first;
    private boolean doubtful;
    private boolean owes;
    private boolean sent;
    private Throwable failure;
    private long pause = FIRST_PAUSE;
    private long poll;
    private Commands commands;
    private Parts parts;
    private String channel;
    private Signals.Subscription subscription;
    private Future<?> deadline;
    private Future<?> alarm;
    private long askBy;
    private Returns.Returning leaving;

    /**
     * @param signals null where the server must not be asked for subscriptions: then it is only asked often
     * @param grace how long after the deadline an answer that is under way may still come, in nanoseconds
     */
    RedisAttempt(
            Client client,
            Clock clock,
            Signals signals,
            Release release,
            Patience patience,
            Request request,
            long grace) {
        this.client = client;
        this.clock = clock;
        this.signals = signals;
        this.release = release;
        this.patience = patience;
        this.request = request;
        this.listens = signals != null;
        this.poll = listens ? FIRST_POLL : FIRST_DISTANCE;
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
        Request asked;
        CompletableFuture<?> returning;
        boolean waits = request.waits();
        long turn = 0;
        synchronized (this) {
            if (state == State.OVER) {
                return;
            }
            if (parts == null) {
                commands = connected;
                parts = new Parts(connected.columns().parts(request));
            }
            returning = returning(parts.next());
            asked = returning == null ? parts.send() : null;
            sent |= asked != null;
            owes |= asked != null && waits && (request.keys().size() > 1 || Scripts.of(request.kind()).queue);
            if (waits) {
                boolean hears = subscription != null && subscription.stands();
                turn = patience.millis(request.kind(), hears ? 0 : poll + poll / 4);
            }
        }
        if (returning != null) {
            askBehind(returning);
            return;
        }
        connected.acquire(asked, turn, release.returns().named(asked)).whenComplete((said, error) -> {
            synchronized (this) {
                sent = false;
            }
            if (error != null) {
                failed(error);
            } else if (said.busy < 0) {
                granted(said.value);
            } else {
                busy(asked.keys().get(said.busy), said);
            }
            left();
        });
    }

    /** What the command was answered with after the end is on its way back. */
    private void left() {
        Returns.Returning last;
        synchronized (this) {
            last = leaving;
            leaving = null;
        }
        if (last != null) {
            last.over();
        }
    }

    /** What this part must wait for, so that it is not busy because of ourselves; or null. */
    private CompletableFuture<?> returning(Request part) {
        return System.nanoTime() - begun < RETURN_PATIENCE ? release.returns().awaited(part) : null;
    }

    private void askBehind(CompletableFuture<?> returning) {
        AtomicBoolean asked = new AtomicBoolean();
        Runnable once = () -> {
            if (asked.compareAndSet(false, true)) {
                ask();
            }
        };
        Future<?> impatience = clock.after(RETURN_PATIENCE, once);
        returning.whenComplete((done, error) -> {
            cancel(impatience);
            once.run();
        });
    }

    private void granted(long token) {
        RedisGrant grant = null;
        synchronized (this) {
            if (parts.granted(token)) {
                grant = new RedisGrant(commands, release, request, parts.all(), parts.begun(), token, doubtful);
                doubtful = false;
            } else {
                owes = true;
                if (state == State.OVER) {
                    settle();
                    return;
                }
            }
        }
        if (grant == null) {
            ask();
        } else if (!end(Answer.granted(grant))) {
            grant.release();
        }
    }

    private void busy(String key, Commands.Acquired said) {
        contended = true;
        synchronized (this) {
            failure = null;
            pause = FIRST_PAUSE;
        }
        if (!request.waits()) {
            end(Answer.busy());
            return;
        }
        List<Request> behind;
        synchronized (this) {
            behind = parts.takeBehind();
            sent = !behind.isEmpty();
        }
        if (behind.isEmpty()) {
            waitFor(key, said);
        } else {
            stepBack(behind, () -> waitFor(key, said));
        }
    }

    /**
     * A key that had been granted is lost, and others behind it are not. Where the giving back is not confirmed nothing more
     * is asked for in this owner's name, because a command that comes late could take it away again.
     */
    private void stepBack(List<Request> behind, Runnable then) {
        List<CompletableFuture<Long>> given = new ArrayList<>(behind.size());
        for (int i = behind.size() - 1; i >= 0; i--) {
            given.add(commands.bury(behind.get(i), false));
        }
        CompletableFuture.allOf(given.toArray(new CompletableFuture<?>[0])).whenComplete((done, error) -> {
            synchronized (this) {
                sent = false;
                doubtful |= error != null;
            }
            if (error == null) {
                then.run();
            } else {
                end(Answer.unavailable(Failure.of(error).told()));
            }
            left();
        });
    }

    private void waitFor(String key, Commands.Acquired said) {
        long wait;
        synchronized (this) {
            if (state == State.OVER) {
                settle();
                return;
            }
            patience.took(System.nanoTime() - parts.askedAt());
            others = said.releases;
            wait = listen(commands.columns().channel(key, said.readWrite)) ? POLL : unsubscribedPoll();
        }
        long held = said.value < 0
                ? wait
                : TimeUnit.MILLISECONDS.toNanos(said.value + 1) + said.releases * patience.forAnother();
        park(Math.min(held, jitter(wait)));
    }

    /** Whether messages arrive. */
    private boolean listen(String where) {
        if (!listens) {
            return false;
        }
        if (!where.equals(channel)) {
            if (subscription != null) {
                subscription.leave(this);
            }
            channel = where;
            subscription = signals.join(commands, where, this);
            // What was told until now was told to others only; a subscription that stands later wakes us by itself.
            told += subscription.heard().toldSince(parts.askedAt());
            called |= subscription.heard().calledSince(parts.askedAt());
        }
        return subscription.stands();
    }

    /** Often at first, when the subscription may be about to stand; and always where there is none. */
    private synchronized long unsubscribedPoll() {
        long now = poll;
        poll = Math.min(2 * poll, listens ? POLL : LONGEST_DISTANCE);
        return now;
    }

    private void failed(Throwable error) {
        Failure what = Failure.of(error);
        long wait;
        synchronized (this) {
            failure = what.told();
            others = 0;
            doubtful |= commands != null && what.isAmbiguous();
            // A script that fails in the middle has done what stands before.
            owes |= commands != null
                    && (what.isGranted()
                            || request.kind() != LockKind.EXCLUSIVE
                            || request.keys().size() > 1);
            if (state == State.OVER) {
                settle();
                return;
            }
            wait = jitter(pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE);
        }
        if (what.isFinal()) {
            end(Answer.refused(what.told()));
        } else if (!request.waits()) {
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
            first = others == 0;
            boolean again = told > others || called && first;
            called = false;
            if (!again) {
                state = State.PARKED;
                boolean mayKeep = request.keys().size() > 1;
                askBy = System.nanoTime() + (mayKeep ? Math.min(nanos, request.leaseNanos() / 3) : nanos);
                leaveToOthers(told);
                told = 0;
                return;
            }
            told = 0;
        }
        ask();
    }

    /** So many releases are for those in front; should they not use them, it is our turn sooner than we think. */
    private void leaveToOthers(int releases) {
        long rest = askBy - System.nanoTime();
        if (releases > 0) {
            rest = Math.min(rest, others * patience.forAnother());
            others -= releases;
        }
        cancel(alarm);
        alarm = clock.after(rest, this::look);
    }

    @Override
    public void released() {
        synchronized (this) {
            if (state == State.ASKING) {
                told++;
                return;
            }
            if (state == State.PARKED && others > 0) {
                leaveToOthers(1);
                return;
            }
        }
        look();
    }

    /** Who only takes itself for the first looks soon by itself ({@link #leaveToOthers}). */
    @Override
    public void called() {
        synchronized (this) {
            called |= state == State.ASKING;
            if (!first) {
                return;
            }
        }
        look();
    }

    private void look() {
        synchronized (this) {
            if (state != State.PARKED) {
                return;
            }
            state = State.ASKING;
            cancel(alarm);
            if (parts != null) {
                parts.refresh(request.leaseNanos());
            }
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
                if (sent) {
                    leaving = release.returns().begin(parts.next());
                }
                settle();
            } else {
                owes = false;
            }
        }
        if (left != null) {
            left.leave(this);
        }
        answer.complete(given);
        return true;
    }

    /**
     * Gives back what has been granted of several keys, what a command without an answer may have been granted, and places
     * in queues; a command that is still awaited first answers.
     */
    private void settle() {
        if ((owes || doubtful) && !sent && parts != null) {
            for (int i = parts.all().size() - 1; i >= 0; i--) {
                release.insist(commands, parts.all().get(i), doubtful);
            }
            owes = false;
            doubtful = false;
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
