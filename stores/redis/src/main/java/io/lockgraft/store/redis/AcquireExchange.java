package io.lockgraft.store.redis;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Request;
import io.lockgraft.store.redis.client.Call;
import io.lockgraft.store.redis.client.Client;
import io.lockgraft.store.redis.client.Commands;
import io.lockgraft.store.redis.failure.Failure;
import io.lockgraft.store.redis.failure.UnsentException;
import io.lockgraft.store.redis.script.AcquireAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * What an attempt asks the server, and what follows from the answer. Where one command cannot serve all keys, it asks
 * part by part. It keeps the keys it got while it waits for the next, and asks for them again before that lease could
 * end. Guarded by its attempt, but for the call that it waits for.
 */
final class AcquireExchange {
    private final RedisAttempt attempt;
    private final WaitState waitState;
    private final Client client;
    private final RepeatedRelease release;
    private final Request request;
    private final long lastAnswer;
    private final long begun = System.nanoTime();

    // Guarded by the attempt.
    private final PendingCleanup cleanup;
    private Commands commands;
    private Parts parts;

    /** Written before a look whether the attempt is over, and read after its end: so one of both withdraws it. */
    private volatile Call<?> asking;

    /** @param lastAnswer when the attempt ends at the latest, by System.nanoTime */
    AcquireExchange(
            RedisAttempt attempt,
            WaitState waitState,
            Client client,
            RepeatedRelease release,
            Request request,
            long lastAnswer) {
        this.attempt = attempt;
        this.waitState = waitState;
        this.client = client;
        this.release = release;
        this.request = request;
        this.lastAnswer = lastAnswer;
        this.cleanup = new PendingCleanup(release, request);
    }

    /** Asks after a wait, in which the leases of the keys it has may have grown old. */
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
        try {
            client.commands().whenComplete(this::connected);
        } catch (Throwable e) {
            brokenOff(e);
        }
    }

    private void connected(Commands connected, Throwable error) {
        try {
            if (error != null) {
                attempt.failed(Failure.of(error));
            } else {
                send(connected);
            }
        } catch (Throwable e) {
            brokenOff(e);
        }
    }

    private void send(Commands connected) {
        Request asked;
        CompletableFuture<?> returning;
        ReleasesUnderWay.Returning before = null;
        long turn = 0;
        synchronized (attempt) {
            if (attempt.isOver()) {
                return;
            }
            boolean isFirst = parts == null;
            if (isFirst) {
                commands = connected;
                parts = new Parts(connected.columns.parts(request));
            }
            // Later, others have had a chance, or some keys are held and must not wait.
            boolean leavesChance = isFirst && request.waits();
            boolean isPatient = System.nanoTime() - begun < RepeatedRelease.RETURN_PATIENCE;
            returning = isPatient ? release.returns.awaited(parts.next(), leavesChance) : null;
            asked = returning == null ? parts.send() : null;
            if (asked != null) {
                before = attempt.isContended() ? null : release.returns.holder(asked);
                cleanup.asks(request.waits());
                turn = request.waits() ? waitState.turn() : 0;
            }
        }
        if (asked == null) {
            release.await(returning, this::ask);
            return;
        }
        Call<AcquireAnswer> call = connected.acquire(asked, turn, release.returns.named(asked), lastAnswer);
        ReleasesUnderWay.Returning first = before;
        asking = call; // before the answer, which may be there and lead to the next call
        call.handle((said, error) -> answered(asked, said, error, first));
        if (attempt.isOver()) {
            call.withdraw();
        }
    }

    /** The attempt is over. A command that waits for its turn in this JVM is not sent. */
    void withdraw() {
        Call<?> last = asking;
        if (last != null) {
            last.withdraw();
        }
    }

    /** Why the server has not been asked yet; null where it has. */
    UnsentException unsent() {
        Call<?> last = asking;
        return last == null ? null : last.unsent();
    }

    private Void answered(Request asked, AcquireAnswer said, Throwable error, ReleasesUnderWay.Returning before) {
        try {
            Failure failed = error == null ? null : Failure.of(error);
            synchronized (attempt) {
                cleanup.answered(failed);
            }
            if (failed != null) {
                attempt.failed(failed);
            } else if (said.busy < 0) {
                granted(said);
            } else {
                busy(asked.keys().get(said.busy), said, before);
            }
            seenTo();
        } catch (Throwable e) {
            brokenOff(e);
        }
        return null;
    }

    private void granted(AcquireAnswer said) {
        RedisGrant grant = null;
        synchronized (attempt) {
            if (parts.granted(said)) {
                grant = new RedisGrant(commands, release, request, parts, cleanup.isDoubtful());
            } else {
                cleanup.hasSome();
            }
        }
        if (grant == null) {
            ask();
        } else if (!attempt.end(Answer.granted(grant))) {
            grant.giveBack();
        }
    }

    private void busy(String key, AcquireAnswer said, ReleasesUnderWay.Returning before) {
        attempt.contended(said.holder);
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
        stepBack(behind, () -> waitState.standBehind(commands, key, said, askedAt, before));
    }

    /**
     * Gives back the keys behind one that is lost, if there are any. Where that is not confirmed, the attempt ends: a
     * command that comes late could take away what is asked for next in this owner's name.
     */
    private void stepBack(List<Request> behind, Runnable then) {
        synchronized (attempt) {
            cleanup.asks(false);
        }
        List<CompletableFuture<Long>> given = new ArrayList<>(behind.size());
        for (int i = behind.size() - 1; i >= 0; i--) {
            given.add(commands.bury(behind.get(i), false));
        }
        CompletableFuture.allOf(given.toArray(new CompletableFuture<?>[0]))
                .whenComplete((done, error) -> steppedBack(error, then));
    }

    private void steppedBack(Throwable error, Runnable then) {
        try {
            synchronized (attempt) {
                cleanup.answered(null);
                if (error != null) {
                    cleanup.inDoubt();
                }
            }
            if (error == null) {
                then.run();
            } else {
                attempt.end(Answer.unavailable(Failure.of(error).told()));
            }
            seenTo();
        } catch (Throwable e) {
            brokenOff(e);
        }
    }

    /** An exception of the client ends the attempt, because no other step would follow. */
    private void brokenOff(Throwable fault) {
        synchronized (attempt) {
            cleanup.brokenOff(parts != null);
        }
        attempt.end(Answer.unavailable(fault));
        seenTo();
    }

    /** An answer has been dealt with. After the attempt's end, what it granted is given back. */
    private void seenTo() {
        ReleasesUnderWay.Returning left = null;
        synchronized (attempt) {
            if (attempt.isOver()) {
                left = cleanup.settle(commands, parts);
            }
        }
        if (left != null) {
            left.over();
        }
    }

    /** Called by its attempt, with the lock. */
    void end(boolean granted) {
        if (granted) {
            cleanup.forgive();
        } else {
            cleanup.takeOver(commands, parts);
        }
    }
}
