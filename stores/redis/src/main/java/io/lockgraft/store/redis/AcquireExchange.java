package io.lockgraft.store.redis;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Request;
import io.lockgraft.store.redis.client.Call;
import io.lockgraft.store.redis.client.Client;
import io.lockgraft.store.redis.client.Commands;
import io.lockgraft.store.redis.failure.Failure;
import io.lockgraft.store.redis.failure.UnsentException;
import io.lockgraft.store.redis.script.Acquired;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * What an attempt asks the server, and what follows from the answer. Where one command cannot serve all keys, it asks
 * part by part. What it has got of several keys it keeps while it waits for the next, and asks again before that lease
 * could end: an owner that asks again gets what it has anew. Guarded by its attempt, as that one says.
 */
final class AcquireExchange {
    private final RedisAttempt attempt;
    private final WaitState place;
    private final Client client;
    private final Release release;
    private final Request request;
    private final long begun = System.nanoTime();

    // Guarded by the attempt.
    private final PendingCleanup debt;
    private Commands commands;
    private Parts parts;
    private boolean hasLooked;
    private Call<?> asking;

    AcquireExchange(RedisAttempt attempt, WaitState place, Client client, Release release, Request request) {
        this.attempt = attempt;
        this.place = place;
        this.client = client;
        this.release = release;
        this.request = request;
        this.debt = new PendingCleanup(release, request);
    }

    /** Asks after a while, in which the leases of what it has already may have grown old. */
    void askAgain() {
        synchronized (attempt) {
            if (parts != null) {
                parts.refresh(request.leaseNanos());
            }
        }
        ask();
    }

    /** Asks, once the client is connected. */
    void ask() {
        step(() -> client.commands()
                .whenComplete((connected, error) -> step(() -> {
                    if (error != null) {
                        failed(error);
                        seenTo();
                    } else {
                        send(connected);
                    }
                })));
    }

    /** An exception of the client in a step ends the attempt: no other step would follow. */
    private void step(Runnable step) {
        try {
            step.run();
        } catch (Throwable e) {
            brokenOff(e);
        }
    }

    private void send(Commands connected) {
        Request asked;
        CompletableFuture<?> returning;
        ReleasesUnderWay.Returning chance = null;
        ReleasesUnderWay.Returning before;
        boolean waits = request.waits();
        long turn = 0;
        synchronized (attempt) {
            if (attempt.isOver()) {
                return;
            }
            if (parts == null) {
                commands = connected;
                parts = new Parts(connected.columns().parts(request));
            }
            returning = release.awaited(parts.next(), begun);
            // Once, and before the first command: later others have had it, or some keys are ours and must not wait.
            if (returning == null && !hasLooked) {
                hasLooked = true;
                chance = release.returns().chance(parts.next());
            }
            asked = returning == null && chance == null ? parts.send() : null;
            before = asked == null || attempt.isContended()
                    ? null
                    : release.returns().holder(asked);
            if (asked != null) {
                debt.asks(waits);
                turn = waits ? place.turn() : 0;
            }
        }
        if (returning != null) {
            release.await(returning, this::ask);
            return;
        }
        if (chance != null) {
            release.leave(chance, this::ask);
            return;
        }
        Call<Acquired> call = connected.acquire(asked, turn, release.returns().named(asked));
        call.whenComplete((said, error) -> step(() -> answered(asked, said, error, before)));
        synchronized (attempt) {
            asking = call;
            if (!attempt.isOver()) {
                return;
            }
        }
        call.withdraw();
    }

    /** Nobody wants the answer any more. What waits for its turn in this JVM is not sent. */
    void withdraw() {
        Call<?> last;
        synchronized (attempt) {
            last = asking;
        }
        if (last != null) {
            last.withdraw();
        }
    }

    /** Why the server has not been asked yet; null where it has. Called with the attempt's lock. */
    UnsentException unsent() {
        return asking == null ? null : asking.unsent();
    }

    private void answered(Request asked, Acquired said, Throwable error, ReleasesUnderWay.Returning before) {
        synchronized (attempt) {
            debt.answered(error == null || !Failure.of(error).isUnsent());
        }
        if (error != null) {
            failed(error);
        } else if (said.busy < 0) {
            granted(said);
        } else {
            busy(asked.keys().get(said.busy), said, before);
        }
        seenTo();
    }

    private void granted(Acquired said) {
        RedisGrant grant = null;
        synchronized (attempt) {
            if (parts.granted(said)) {
                grant = new RedisGrant(commands, release, request, parts, debt.isDoubtful());
            } else {
                debt.hasSome();
            }
        }
        if (grant == null) {
            ask();
        } else if (!attempt.end(Answer.granted(grant))) {
            grant.release();
        }
    }

    private void busy(String key, Acquired said, ReleasesUnderWay.Returning before) {
        attempt.contended();
        if (!request.waits()) {
            attempt.end(Answer.busy());
            return;
        }
        List<Request> behind;
        long askedAt;
        synchronized (attempt) {
            behind = parts.takeBehind();
            askedAt = parts.askedAt();
        }
        Runnable then = () -> place.standBehind(commands, key, said, askedAt, before);
        if (behind.isEmpty()) {
            then.run();
        } else {
            stepBack(behind, then);
        }
    }

    /**
     * A key that had been granted is lost, and others behind it are not. Where the giving back is not confirmed nothing
     * more is asked for in this owner's name, because a command that comes late could take it away again.
     */
    private void stepBack(List<Request> behind, Runnable then) {
        synchronized (attempt) {
            debt.stepsBack();
        }
        List<CompletableFuture<Long>> given = new ArrayList<>(behind.size());
        for (int i = behind.size() - 1; i >= 0; i--) {
            given.add(commands.bury(behind.get(i), false));
        }
        CompletableFuture.allOf(given.toArray(new CompletableFuture<?>[0]))
                .whenComplete((done, error) -> step(() -> steppedBack(error, then)));
    }

    private void steppedBack(Throwable error, Runnable then) {
        synchronized (attempt) {
            debt.answered(true);
            if (error != null) {
                debt.inDoubt();
            }
        }
        if (error == null) {
            then.run();
        } else {
            attempt.end(Answer.unavailable(Failure.of(error).told()));
        }
        seenTo();
    }

    private void failed(Throwable error) {
        Failure what = Failure.of(error);
        synchronized (attempt) {
            if (commands != null) {
                debt.failed(what);
            }
        }
        attempt.failed(what);
    }

    /** Ends the attempt, and gives back what the server may have of it. */
    private void brokenOff(Throwable fault) {
        synchronized (attempt) {
            debt.brokenOff(parts != null);
        }
        attempt.end(Answer.unavailable(fault));
        seenTo();
    }

    /** What follows from an answer has been done; what it is too late for is given back. */
    private void seenTo() {
        ReleasesUnderWay.Returning left = null;
        synchronized (attempt) {
            if (attempt.isOver()) {
                debt.settle(commands, parts);
                left = debt.takeLeaving();
            }
        }
        if (left != null) {
            left.over();
        }
    }

    /** Nobody asks any more. Called by its attempt, which has its lock. */
    void end(boolean granted) {
        if (granted) {
            debt.forgive();
        } else {
            debt.leave(commands, parts);
        }
    }
}
