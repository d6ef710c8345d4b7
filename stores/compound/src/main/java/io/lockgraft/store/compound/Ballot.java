package io.lockgraft.store.compound;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.thread.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * One question to all servers that have granted a lock: whether it still stands, asked by a renewal or a release. True
 * as soon as most have said so, false as soon as most can no longer say so, failed where too few have answered.
 *
 * <p>A newcomer granted after the majority had. Counted like the others it could hide a loss: one of the majority loses
 * the lock, another owner takes it there and at the newcomer and gives both back, and only then the newcomer grants. So
 * newcomers count only where none of the others has lost it, and all of them had time to say so.
 */
final class Ballot {
    /** For how long a verdict that newcomers would decide waits for the other servers. */
    private static final long HURRY = TimeUnit.MILLISECONDS.toNanos(100);

    private final int majority;
    final List<Seat> seats = new ArrayList<>();
    private final CompletableFuture<Boolean> verdict = new CompletableFuture<>();
    private volatile Throwable trouble;
    private volatile boolean late;

    Ballot(int majority) {
        this.majority = majority;
    }

    /** A server that has granted the lock, and what it answers. */
    static final class Seat {
        final Vote vote;
        final Grant grant;
        private final boolean newcomer;
        private CompletableFuture<Boolean> answer;

        Seat(Vote vote, Grant grant, boolean newcomer) {
            this.vote = vote;
            this.grant = grant;
            this.newcomer = newcomer;
        }

        /** It has been asked. */
        void await(CompletableFuture<Boolean> asked) {
            answer = asked;
            asked.thenRun(vote.member::heard);
        }

        CompletableFuture<Boolean> answer() {
            return answer;
        }

        private boolean says(boolean ours) {
            return answer.isDone() && !answer.isCompletedExceptionally() && answer.join() == ours;
        }
    }

    /** What most say, once all have been asked. */
    CompletableFuture<Boolean> verdict(Clock clock, long leaseNanos) {
        for (Seat seat : seats) {
            seat.answer.whenComplete((ours, error) -> {
                if (error != null) {
                    trouble = error;
                }
                judge();
            });
        }
        judge();
        if (!verdict.isDone() && seats.stream().anyMatch(seat -> seat.newcomer)) {
            clock.after(Math.min(HURRY, leaseNanos / 12), () -> {
                late = true; // a server that has not said no by now has not lost it, or cannot say
                judge();
            });
        }
        return verdict;
    }

    /** Answers may come in between. A loss is counted last, so newcomers never hide one that is known. */
    private void judge() {
        boolean complete = seats.stream().allMatch(seat -> seat.answer.isDone());
        long newYes = count(true, true);
        long yes = count(false, true);
        long lost = count(false, false);
        long newcomers = seats.stream().filter(seat -> seat.newcomer).count();
        long possible = seats.size() - newcomers - lost + (lost == 0 ? newcomers - count(true, false) : 0);
        if (yes >= majority || lost == 0 && (complete || late) && yes + newYes >= majority) {
            verdict.complete(true);
        } else if (possible < majority) {
            verdict.complete(false);
        } else if (complete && trouble != null) {
            verdict.completeExceptionally(trouble);
        }
    }

    private long count(boolean newcomer, boolean ours) {
        return seats.stream()
                .filter(seat -> seat.newcomer == newcomer && seat.says(ours))
                .count();
    }
}
