package io.lockgraft.store.compound;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.thread.Clock;
import io.lockgraft.spi.thread.Pauses;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * One request on its way: a round in which all servers are asked; where others hold the lock, a wait at the doorbell,
 * which leads to the next round, as does a look from time to time, in case the doorbell's server has died. No thread
 * waits for it: it is moved by answers and the clock, in {@link Steps}.
 */
final class MajorityAttempt implements Attempt {
    private static final long LOOK = TimeUnit.SECONDS.toNanos(1);

    /** Also a request that comes after its deadline has a moment. */
    private static final long LEAST_GRACE = TimeUnit.MILLISECONDS.toNanos(20);

    private enum State {
        /** A round is under way. */
        ASKING,
        /** At the doorbell, or in a pause where too few servers answer. */
        WAITING,
        /** The answer has been given. */
        OVER
    }

    private final MajorityStore quorum;
    private final Clock clock;
    private final Request request;
    private final Long[] owners;
    private final CompletableFuture<Answer> answer = new CompletableFuture<>();
    private final Steps steps = new Steps(this::brokenOff);
    private final Queue<Runnable> outside = steps.outside();
    private final Doorbell doorbell;
    private final long began = System.nanoTime();

    private volatile boolean contended;

    // Guarded by the steps' lock.
    private final Votes votes;
    private final Pauses pauses = new Pauses();
    private State state = State.WAITING;
    private Round round;
    private boolean heldByOthers;
    private Throwable trouble;
    private Future<?> alarm;
    private Future<?> deadline;
    private MajorityGrant grant;

    /** @param owners in whose name each server has granted it already; null, as a whole or in it, where none has */
    MajorityAttempt(MajorityStore quorum, Clock clock, Request request, Long[] owners) {
        this.quorum = quorum;
        this.clock = clock;
        this.request = request;
        this.owners = owners;
        this.votes = new Votes(quorum.size(), quorum.majority(), request.kind(), outside);
        this.doorbell = new Doorbell(quorum, this::heard, outside);
    }

    @Override
    public CompletableFuture<Answer> answer() {
        return answer;
    }

    /** Takes no lock: a gate asks under its own. */
    @Override
    public boolean isContended() {
        return contended || doorbell.isContended();
    }

    void begin() {
        run(() -> {
            deadline = clock.after(request.remaining(), () -> run(this::due));
            ask();
        });
    }

    @Override
    public void abandon() {
        run(() -> {
            if (state != State.OVER) {
                end(last());
            } else if (grant != null) {
                outside.add(grant::release);
            }
        });
    }

    /** Nobody asks any more: its client has been closed. */
    void close() {
        brokenOff(new IllegalStateException("the lock client has been closed"));
    }

    private void run(Runnable step) {
        steps.run(step);
    }

    /**
     * Nobody would go on with it, and the call that waits for it would wait for ever, with all behind it. So it ends
     * first. What the servers may have of it is given back; where that fails too, it ends with its lease.
     */
    private void brokenOff(Throwable fault) {
        if (!answer.complete(Answer.unavailable(fault))) {
            return; // it has ended before, or another fault came first
        }
        run(() -> {
            state = State.OVER;
            if (grant == null) {
                votes.dropAll();
            } else {
                outside.add(grant::release);
            }
            rest();
        });
    }

    /** Begins a round: asks all servers from which there is nothing yet. */
    private void ask() {
        if (state == State.OVER) {
            return;
        }
        state = State.ASKING;
        round = new Round(round);
        Clock.cancel(alarm);
        for (int i = 0; i < votes.size(); i++) {
            Vote kept = votes.of(i);
            if (kept == null) {
                Vote vote = question(i);
                if (vote != null) {
                    votes.put(vote);
                    outside.add(() -> vote.ask(this::heard));
                }
            } else if (round.began() - kept.standing().since() > request.leaseNanos() / 4) {
                Grant granted = kept.standing().grant();
                kept.reopen();
                outside.add(() -> kept.confirm(granted, this::heard));
            }
        }
        judge();
    }

    private Vote question(int server) {
        Long owner = owners == null ? null : owners[server];
        return owner == null || !round.isFirst() ? quorum.vote(server, request) : quorum.vote(server, request, owner);
    }

    private void heard(Vote vote) {
        run(() -> {
            if (state == State.OVER && grant != null && votes.has(vote)) {
                outside.add(() -> grant.joined(vote));
            } else if (state != State.OVER && doorbell.is(vote)) {
                rung(vote);
            } else if (!votes.has(vote) || state == State.OVER) {
                outside.add(vote::giveBack);
            } else {
                judge();
            }
        });
    }

    /** The wait at the doorbell has ended. */
    private void rung(Vote rung) {
        doorbell.rung();
        if (rung.standing().isYes()) {
            if (votes.isYes(rung.number())) {
                outside.add(rung::giveBack); // a look got there first
            } else {
                votes.put(rung);
            }
            if (state == State.WAITING) {
                ask();
            } else {
                judge();
            }
        } else if (state == State.WAITING) {
            alarm(pauses.next());
        }
    }

    private void judge() {
        if (state != State.ASKING) {
            return;
        }
        RoundCount turnout = turnout();
        if (turnout.isWon()) {
            won();
        } else if (turnout.isLost()) {
            lost(turnout);
        } else if (turnout.isWaitingInVain()) {
            round.hurry();
            judge();
        } else if (turnout.isAlmostOver()) {
            Round now = round;
            now.hurrySoon(
                    clock,
                    turnout.patience(),
                    () -> run(() -> {
                        now.hurry();
                        judge();
                    }));
        }
    }

    private RoundCount turnout() {
        return votes.turnout(round);
    }

    private void won() {
        Votes.Count count = votes.count();
        if (count.age() >= request.leaseNanos()) {
            trouble = new NoMajorityException("the lock servers took longer than the lease to grant the lock", null);
            again();
            return;
        }
        long token = count.token();
        if (request.kind() == LockKind.FENCED && !votes.store(token, this::heard)) {
            return;
        }
        state = State.OVER;
        grant = new MajorityGrant(quorum, request, count, token);
        quorum.remember(grant);
        tell(Answer.granted(grant));
    }

    private void lost(RoundCount turnout) {
        int at = doorbell.server();
        if (turnout.isQuorate()) {
            heldByOthers = true;
            trouble = null;
            pauses.reset();
            at = turnout.lowestNo();
        } else {
            trouble = NoMajorityException.of(turnout, votes.size());
        }
        if (turnout.refused() > votes.size() - quorum.majority()) {
            end(Answer.refused(trouble));
        } else if (!request.waits()) {
            end(last());
        } else {
            waitAt(at);
        }
    }

    /** Keeps what it has of the servers before that one; all else it gives back. */
    private void waitAt(int server) {
        // In many JVMs they must not look in step.
        long look = trouble == null ? Pauses.jittered(Math.min(LOOK, request.leaseNanos() / 4)) : pauses.next();
        waitAt(server, look);
    }

    private void waitAt(int server, long nanos) {
        state = State.WAITING;
        votes.keepBefore(server);
        doorbell.moveTo(server, request);
        alarm(nanos);
    }

    /** Gives all back, and asks once more after a while. */
    private void again() {
        if (request.waits()) {
            waitAt(-1, pauses.next());
        } else {
            end(last());
        }
    }

    private void alarm(long nanos) {
        round.end();
        Clock.cancel(alarm);
        alarm = clock.after(
                nanos,
                () -> run(() -> {
                    if (state == State.WAITING) {
                        ask();
                    }
                }));
    }

    /** The wait is over; a round that is under way gets a moment more. */
    private void due() {
        if (state == State.OVER) {
            return;
        }
        long now = System.nanoTime();
        long more = Math.max(quorum.lastAnswer(request.deadline()) - now, began + LEAST_GRACE - now);
        if (state == State.ASKING && more > 0) {
            deadline = clock.after(more, () -> run(this::due));
            return;
        }
        round.hurry();
        RoundCount turnout = turnout();
        if (state == State.ASKING && turnout.isWon()) {
            won();
        }
        if (state != State.OVER) {
            end(last(turnout));
        }
    }

    /** What there is to say where there is no grant. */
    private Answer last() {
        round.hurry();
        return last(turnout());
    }

    private Answer last(RoundCount turnout) {
        if (state == State.ASKING) {
            if (turnout.isQuorate() && turnout.hasNo()) {
                return Answer.busy();
            }
            return Answer.unavailable(trouble == null ? NoMajorityException.of(turnout, votes.size()) : trouble);
        }
        return trouble == null && heldByOthers ? Answer.busy() : Answer.unavailable(trouble);
    }

    private void end(Answer given) {
        state = State.OVER;
        votes.dropAll();
        tell(given);
    }

    private void tell(Answer given) {
        rest();
        outside.add(() -> answer.complete(given));
    }

    private void rest() {
        Clock.cancel(deadline);
        Clock.cancel(alarm);
        if (round != null) {
            round.end();
        }
        doorbell.leave();
    }
}
