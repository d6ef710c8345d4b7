package io.lockgraft.store.compound;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Owner;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.attempt.OpenAttempt;
import io.lockgraft.spi.thread.Clock;
import io.lockgraft.spi.thread.Pauses;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * One request on its way. A round asks all servers. Where others hold the lock, the attempt waits at the doorbell,
 * which leads to the next round. So does a look from time to time, in case that server has died. No thread waits for
 * it: answers and the clock move it, in steps.
 */
final class MajorityAttempt extends OpenAttempt {
    private static final long LOOK = TimeUnit.SECONDS.toNanos(1);

    /** When most have answered, the others have twice that time more to change the result, and at least this. */
    private static final long HURRY = TimeUnit.MILLISECONDS.toNanos(20);

    /** A request that comes after its deadline has so long. */
    private static final long LEAST_GRACE = TimeUnit.MILLISECONDS.toNanos(20);

    /** ASKING in a round, WAITING at the doorbell or in a pause, OVER once the answer has been given. */
    private enum State {
        ASKING,
        WAITING,
        OVER
    }

    private final MajorityStore quorum;
    private final Request request;

    /** What is to be done at servers, once the lock is free. */
    private final Queue<Runnable> outside = new ConcurrentLinkedQueue<>();

    private final long began = System.nanoTime();

    // Guarded by this.
    private final Votes votes;
    private final Pauses pauses = new Pauses();

    /** Why there is no grant so far, and so what it answers if it ends between two rounds. */
    private Answer soFar = Answer.unavailable(null);

    private State state = State.WAITING;

    /** When this round began. */
    private long asked;

    /** Whether those that have not answered in this round are waited for no more. */
    private boolean hurried;

    private Future<?> hurry;
    private Future<?> alarm;
    private Future<?> deadline;
    private MajorityGrant grant;

    /** @param owners the name in which each server has granted it already; null where none has */
    MajorityAttempt(MajorityStore quorum, Request request, Owner[] owners) {
        this.quorum = quorum;
        this.request = request;
        this.votes = new Votes(quorum, request, owners, this::heard, outside);
    }

    void begin() {
        run(() -> {
            deadline = quorum.clock.after(request.remaining(), () -> run(this::due));
            ask();
        });
    }

    @Override
    public void abandon() {
        run(() -> {
            if (state != State.OVER) {
                end(last());
            }
        });
        MajorityGrant given;
        synchronized (this) {
            given = grant;
        }
        if (given != null) {
            // Not by another thread: it would be too late for a caller that asks for the same key next.
            given.release();
        }
    }

    /** The store is closed. */
    void close() {
        brokenOff(new IllegalStateException("the lock client has been closed"));
    }

    /** The JVM ends: the wait is over, and has no answer. */
    void endUnanswered() {
        mute();
        run(() -> {
            if (state != State.OVER) {
                end(soFar);
            }
        });
    }

    /** Ends the attempt: no step would follow. The stores get back what they granted, or their leases end. */
    private void brokenOff(Throwable fault) {
        boolean first = conclude(Answer.unavailable(fault)); // else it has ended before, or by another fault
        run(() -> {
            if (first && grant == null) {
                end(answer.join());
            } else if (first) {
                outside.add(grant::release);
            }
        });
    }

    /**
     * One step at a time, and what it leads to at servers outside of the lock. An exception of a store ends the
     * attempt, because no other step would follow.
     */
    private void run(Runnable step) {
        try {
            synchronized (this) {
                step.run();
            }
            for (Runnable next = outside.poll(); next != null; next = outside.poll()) {
                next.run();
            }
        } catch (Throwable e) {
            brokenOff(e);
        }
    }

    /** Begins a round. */
    private void ask() {
        state = State.ASKING;
        asked = System.nanoTime();
        hurried = false;
        hurry = null;
        votes.ask(asked);
        judge();
    }

    private void heard(Vote vote) {
        run(() -> {
            if (state == State.OVER && grant != null && votes.has(vote)) {
                outside.add(() -> grant.joined(vote));
            } else if (state != State.OVER && votes.isDoorbell(vote)) {
                rung();
            } else if (!votes.has(vote) || state == State.OVER) {
                outside.add(vote::giveBack);
            } else {
                judge();
            }
        });
    }

    /** The wait at the doorbell has ended. */
    private void rung() {
        boolean in = votes.rung();
        if (in && state == State.WAITING) {
            ask();
        } else if (in) {
            judge();
        } else if (state == State.WAITING) {
            alarm(pauses.next());
        }
    }

    private void judge() {
        if (state != State.ASKING) {
            return;
        }
        RoundCount count = votes.count(asked, hurried);
        if (count.isWon()) {
            won(count);
        } else if (count.isLost()) {
            lost(count);
        } else if (count.isWaitingInVain()) {
            hurry(asked);
        } else if (count.isQuorate() && hurry == null) { // open answers get a little longer
            long round = asked;
            long more = Math.max(Math.max(HURRY, count.patience()), 2 * (System.nanoTime() - round));
            hurry = quorum.clock.after(more, () -> run(() -> hurry(round)));
        }
    }

    /** No answer of this round is waited for any more. */
    private void hurry(long round) {
        if (asked == round) {
            hurried = true;
            judge();
        }
    }

    private void won(RoundCount count) {
        if (System.nanoTime() - count.begun() >= TimeUnit.MILLISECONDS.toNanos(count.leaseMillis())) {
            soFar = Answer.unavailable(
                    new NoMajorityException("the lock servers took longer than the lease to grant the lock", null));
            waitAt(-1, pauses.next());
        } else if (!count.isStored(count.token())) {
            votes.raise(count.token());
        } else {
            state = State.OVER;
            grant = new MajorityGrant(quorum, request, votes.granted(count), count);
            quorum.remember(grant);
            outside.add(grant::listen);
            stop();
            outside.add(() -> answer.complete(Answer.granted(grant)));
        }
    }

    private void lost(RoundCount count) {
        if (count.isRefused()) {
            end(Answer.refused(count.trouble()));
        } else if (count.isQuorate()) {
            soFar = Answer.busy();
            pauses.reset();
            waitAt(count.firstNo(), Pauses.jittered(Math.min(LOOK, votes.leaseNanos() / 4)));
        } else {
            // A round that the end of the wait cuts off does not unsay that others had it.
            soFar = soFar.isBusy() && !request.waits() ? soFar : Answer.unavailable(count.trouble());
            waitAt(votes.doorbellServer(), pauses.next());
        }
    }

    /** Keeps what the stores before that one have granted, and gives the rest back. -1 is for none. */
    private void waitAt(int server, long nanos) {
        if (!request.waits()) {
            end(last());
            return;
        }
        state = State.WAITING;
        if (server >= 0) {
            othersHaveIt(votes.holder(server));
        }
        votes.keepBefore(server);
        votes.waitAt(server);
        alarm(nanos);
    }

    private void alarm(long nanos) {
        Clock.cancel(hurry);
        Clock.cancel(alarm);
        alarm = quorum.clock.after(nanos, () -> run(this::look));
    }

    private void look() {
        if (state == State.WAITING) {
            ask();
        }
    }

    /** The wait is over; a round that is under way gets a moment more. */
    private void due() {
        if (state == State.OVER) {
            return;
        }
        long now = System.nanoTime();
        long more = Math.max(request.lastAnswer(quorum.questionNanos()) - now, began + LEAST_GRACE - now);
        if (state == State.ASKING && more > 0) {
            deadline = quorum.clock.after(more, () -> run(this::due));
            return;
        }
        hurry(asked);
        if (state != State.OVER) {
            end(last());
        }
    }

    private Answer last() {
        RoundCount count = votes.count(asked, true);
        if (state == State.ASKING && count.isBusy()) {
            return Answer.busy();
        }
        boolean knows = soFar.isBusy() || soFar.cause() != null;
        return state == State.ASKING && !knows ? Answer.unavailable(count.trouble()) : soFar;
    }

    private void end(Answer given) {
        state = State.OVER;
        votes.keepBefore(-1);
        stop();
        outside.add(() -> conclude(given));
    }

    /** Nothing happens by itself any more. */
    private void stop() {
        Clock.cancel(deadline);
        Clock.cancel(alarm);
        Clock.cancel(hurry);
        votes.cancelDoorbell();
    }
}
