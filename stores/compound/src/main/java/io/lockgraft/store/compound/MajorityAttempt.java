package io.lockgraft.store.compound;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.thread.Clock;
import io.lockgraft.spi.thread.Pauses;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * One request on its way. A round asks all servers. Where others hold the lock, the attempt waits at the doorbell,
 * which leads to the next round. So does a look from time to time, in case that server has died. No thread waits for
 * it: answers and the clock move it, in {@link Steps}.
 */
final class MajorityAttempt implements Attempt {
    private static final long LOOK = TimeUnit.SECONDS.toNanos(1);

    /** A request that comes after its deadline has so long. */
    private static final long LEAST_GRACE = TimeUnit.MILLISECONDS.toNanos(20);

    /** ASKING in a round, WAITING at the doorbell or in a pause, OVER once the answer has been given. */
    private enum State {
        ASKING,
        WAITING,
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

    // Guarded by the steps' lock.
    private final Votes votes;
    private final Pauses pauses = new Pauses();
    private final NoGrant noGrant = new NoGrant();
    private State state = State.WAITING;
    private Round round;
    private Future<?> alarm;
    private Future<?> deadline;
    private MajorityGrant grant;

    /** @param owners the name in which each server has granted it already; null where none has */
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

    /** Takes no lock: a gate asks with its own. */
    @Override
    public boolean isContended() {
        return doorbell.isContended();
    }

    void begin() {
        steps.run(() -> {
            deadline = clock.after(request.remaining(), () -> steps.run(this::due));
            ask();
        });
    }

    @Override
    public void abandon() {
        steps.run(() -> {
            if (state != State.OVER) {
                end(last());
            } else if (grant != null) {
                outside.add(grant::release);
            }
        });
    }

    /** The store is closed. */
    void close() {
        brokenOff(new IllegalStateException("the lock client has been closed"));
    }

    /** Ends the attempt: no step would follow. The stores get back what they granted, or their leases end. */
    private void brokenOff(Throwable fault) {
        if (!answer.complete(Answer.unavailable(fault))) {
            return; // it has ended before, or another fault came first
        }
        steps.run(() -> {
            state = State.OVER;
            if (grant == null) {
                votes.dropAll();
            } else {
                outside.add(grant::release);
            }
            rest();
        });
    }

    /** Begins a round. */
    private void ask() {
        if (state == State.OVER) {
            return;
        }
        state = State.ASKING;
        round = new Round(round);
        Clock.cancel(alarm);
        votes.ask(this::question, round.began() - request.leaseNanos() / 4, this::heard);
        judge();
    }

    private Vote question(int server) {
        Long owner = owners == null ? null : owners[server];
        return owner == null || !round.isFirst() ? quorum.vote(server, request) : quorum.vote(server, request, owner);
    }

    private void heard(Vote vote) {
        steps.run(() -> {
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
        RoundCount turnout = votes.turnout(round);
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
                    () -> steps.run(() -> {
                        now.hurry();
                        judge();
                    }));
        }
    }

    private void won() {
        Votes.Count count = votes.count();
        if (count.age() >= request.leaseNanos()) {
            noGrant.unavailable("the lock servers took longer than the lease to grant the lock");
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
            noGrant.busy();
            pauses.reset();
            at = turnout.lowestNo();
        } else {
            noGrant.unavailable(turnout, votes.size());
        }
        if (turnout.refused() > votes.size() - quorum.majority()) {
            end(Answer.refused(noGrant.trouble()));
        } else if (!request.waits()) {
            end(last());
        } else {
            long look = Math.min(LOOK, request.leaseNanos() / 4);
            waitAt(at, turnout.isQuorate() ? Pauses.jittered(look) : pauses.next());
        }
    }

    /** Keeps what the stores before that one have granted, and gives the rest back. */
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
                () -> steps.run(() -> {
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
            deadline = clock.after(more, () -> steps.run(this::due));
            return;
        }
        round.hurry();
        RoundCount turnout = votes.turnout(round);
        if (state == State.ASKING && turnout.isWon()) {
            won();
        }
        if (state != State.OVER) {
            end(last(turnout));
        }
    }

    private Answer last() {
        round.hurry();
        return last(votes.turnout(round));
    }

    private Answer last(RoundCount turnout) {
        return state == State.ASKING ? noGrant.during(turnout, votes.size()) : noGrant.between();
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
