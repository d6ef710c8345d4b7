package io.lockgraft.store.compound;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.thread.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * One question to all servers that have granted a lock: whether it still stands, asked by a renewal or a release. Held
 * as soon as most have said so, lost as soon as most can no longer say so, unknown where too few have answered.
 *
 * <p>A newcomer granted after the majority had. Counted like the others it could hide a loss: one of the majority loses
 * the lock, another owner takes it there and at the newcomer and gives both back, and only then the newcomer grants. So
 * newcomers count only where none of the others has lost it, and all of them had time to say so.
 */
final class Ballot {
    /** For how long a verdict that newcomers would decide waits for the other servers. */
    private static final long HURRY = Member.MOST_PATIENCE;

    private final int majority;
    final List<Seat> seats = new ArrayList<>();
    private final CompletableFuture<Renewal> verdict = new CompletableFuture<>();
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
        private CompletableFuture<Renewal> answer;

        Seat(Vote vote, Grant grant, boolean newcomer) {
            this.vote = vote;
            this.grant = grant;
            this.newcomer = newcomer;
        }

        /** It has been asked. */
        void await(CompletableFuture<Renewal> asked) {
            answer = asked.handle((said, failure) -> failure == null ? said : Renewal.unknown(Vote.cause(failure)));
            answer.thenAccept(said -> {
                if (said.cause() == null) {
                    vote.member.heard();
                }
            });
        }

        /** What it says; never fails. */
        CompletableFuture<Renewal> answer() {
            return answer;
        }

        private boolean says(boolean ours) {
            return answer.isDone()
                    && (ours ? answer.join().isHeld() : answer.join().isLost());
        }

        /** As if its lease were as long as this one. */
        private long since(long leaseNanos) {
            long its = TimeUnit.MILLISECONDS.toNanos(MajorityStore.leaseMillis(grant));
            return answer.join().since() - Math.max(0, leaseNanos - its);
        }
    }

    /** What most say, once all have been asked. */
    CompletableFuture<Renewal> verdict(Clock clock, long leaseNanos) {
        for (Seat seat : seats) {
            seat.answer.thenAccept(said -> {
                trouble = said.cause() == null ? trouble : said.cause();
                judge(leaseNanos);
            });
        }
        judge(leaseNanos);
        if (!verdict.isDone() && seats.stream().anyMatch(seat -> seat.newcomer)) {
            clock.after(Math.min(HURRY, leaseNanos / 12), () -> {
                late = true; // a server that has not said no by now has not lost it, or cannot say
                judge(leaseNanos);
            });
        }
        return verdict;
    }

    /** Answers may come in between. A loss is counted last, so newcomers never hide one that is known. */
    private void judge(long leaseNanos) {
        boolean complete = seats.stream().allMatch(seat -> seat.answer.isDone());
        long newYes = count(true, true);
        long yes = count(false, true);
        long lost = count(false, false);
        long newcomers = seats.stream().filter(seat -> seat.newcomer).count();
        long possible = seats.size() - newcomers - lost + (lost == 0 ? newcomers - count(true, false) : 0);
        if (yes >= majority) {
            verdict.complete(Renewal.held(since(false, leaseNanos)));
        } else if (lost == 0 && (complete || late) && yes + newYes >= majority) {
            verdict.complete(Renewal.held(since(true, leaseNanos)));
        } else if (possible < majority) {
            verdict.complete(Renewal.lost());
        } else if (complete && trouble != null) {
            verdict.complete(Renewal.unknown(trouble));
        }
    }

    /** From when on most hold it for the whole lease. */
    private long since(boolean withNewcomers, long leaseNanos) {
        long now = System.nanoTime();
        long[] ages = seats.stream()
                .filter(seat -> seat.says(true) && (withNewcomers || !seat.newcomer))
                .mapToLong(seat -> now - seat.since(leaseNanos))
                .sorted()
                .toArray();
        return now - ages[majority - 1];
    }

    private long count(boolean newcomer, boolean ours) {
        return seats.stream()
                .filter(seat -> seat.newcomer == newcomer && seat.says(ours))
                .count();
    }
}
