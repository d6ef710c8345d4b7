package io.lockgraft.store.redis;

import io.lockgraft.spi.Request;
import io.lockgraft.spi.log.StoreLog;
import io.lockgraft.spi.text.Listing;
import io.lockgraft.spi.thread.Clock;
import io.lockgraft.store.redis.client.Call;
import io.lockgraft.store.redis.client.Commands;
import io.lockgraft.store.redis.failure.Failure;
import io.lockgraft.store.redis.script.Scripts;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Gives back what an owner may hold, again and again until the server has said that it is done. The lease by itself
 * would not do: a command that is stuck on its way begins its lease only when it arrives.
 */
final class RepeatedRelease {
    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(5);
    private static final long PATIENCE = TimeUnit.MINUTES.toNanos(10);

    /** How long a request waits for the answer to a release of this JVM that it cannot name. */
    static final long RETURN_PATIENCE = TimeUnit.SECONDS.toNanos(1);

    /** A chance goes on for so long once the release is answered, and for the round trip of the next request. */
    private static final long CHANCE = TimeUnit.MILLISECONDS.toNanos(1);

    /** What is on its way back. */
    final ReleasesUnderWay returns = new ReleasesUnderWay();

    final Clock clock;
    private final StoreLog log;

    RepeatedRelease(Clock clock, StoreLog log) {
        this.clock = clock;
        this.log = log;
    }

    /** Goes on once that has come back, or after {@link #RETURN_PATIENCE} anyway. */
    void await(CompletableFuture<?> returning, Runnable next) {
        CompletableFuture<Void> over = new CompletableFuture<>();
        over.thenRun(next);
        Future<?> impatience = clock.after(RETURN_PATIENCE, () -> over.complete(null));
        returning.whenComplete((done, error) -> {
            Clock.cancel(impatience);
            over.complete(null);
        });
    }

    /**
     * Gives it back, and tells what the server says to the first command.
     *
     * @param sentAt when it was asked for
     * @param remember as of {@link Commands#bury}
     */
    Call<Long> give(Commands commands, Request request, long sentAt, boolean remember) {
        ReleasesUnderWay.Returning returning = returns.begin(request, sentAt);
        try {
            Call<Long> call = remember ? commands.bury(request, true) : commands.release(request);
            call.whenComplete((ours, error) -> given(commands, returning, ours, error, remember));
            return call;
        } catch (Throwable e) {
            returning.over();
            throw e;
        }
    }

    private void given(
            Commands commands, ReleasesUnderWay.Returning returning, Long ours, Throwable error, boolean remember) {
        if (error == null && Scripts.isBeside(ours)) {
            returns.heardBeside();
        }
        if (error != null || remember && Scripts.isForgotten(ours)) {
            returning.answered();
            new Insistence(commands, returning, true, System.nanoTime()).send();
        } else if (returning.leavesChance) {
            clock.after(CHANCE, returning::over);
        } else {
            returning.over();
        }
    }

    /** Gives it back now; {@code remember} as of {@link Commands#bury}, and always from the second time on. */
    void insist(Commands commands, Request request, boolean remember) {
        new Insistence(commands, returns.begin(request), remember, System.nanoTime()).send();
    }

    /** Lets it end at a time by System.nanoTime, and lets nothing that is still on its way change that. */
    void insistAt(Commands commands, Request request, long end) {
        new Insistence(commands, returns.apart(request), true, end).send();
    }

    /** One owner's keys, given back until the server has said that it is done. One step at a time. */
    private final class Insistence {
        private final Commands commands;
        private final ReleasesUnderWay.Returning returning;
        private final Request request;
        private final long end;
        private final long until;
        private boolean remember;
        private long pause = FIRST_PAUSE;

        Insistence(Commands commands, ReleasesUnderWay.Returning returning, boolean remember, long end) {
            this.commands = commands;
            this.returning = returning;
            this.request = returning.request;
            this.remember = remember;
            this.end = end;
            this.until = Math.max(end, System.nanoTime() + request.leaseNanos()) + PATIENCE;
        }

        void send() {
            try {
                long rest = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                Call<Long> call = rest > 0 ? commands.extend(request, rest, true) : commands.bury(request, remember);
                remember = true;
                call.whenComplete(this::answered);
            } catch (Throwable e) {
                answered(null, e);
            }
        }

        private void answered(Long answer, Throwable error) {
            boolean open = error != null || Scripts.isForgotten(answer);
            if (open && until - System.nanoTime() >= 0) {
                long now = pause;
                pause = Math.min(2 * pause, LONGEST_PAUSE);
                clock.after(now, this::send);
                returning.answered();
                return;
            }
            if (open) {
                log.warn(
                        "gave up releasing " + Listing.keys(request.keys()) + "; it ends with its lease",
                        error == null ? null : Failure.of(error).told());
            } else if (Commands.tells(request)) {
                commands.forget(request);
            }
            returning.over();
        }
    }
}
