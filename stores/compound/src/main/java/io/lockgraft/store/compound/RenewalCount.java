package io.lockgraft.store.compound;

import java.util.concurrent.CompletableFuture;

/**
 * Whether a grant was still held, by what its servers answer to one renewal or release. True as soon as most have said
 * so, false as soon as most can no longer say so, failed where too few have answered.
 *
 * <p>A newcomer granted after the majority had. Counted like the others it could hide a loss: one of the majority loses
 * the lock, another owner takes it there and at the newcomer and gives both back, and only then the newcomer grants. So
 * newcomers count only where none of the others has lost it, and all of them had time to say so.
 */
final class RenewalCount {
    private final int majority;
    private final CompletableFuture<Boolean> verdict = new CompletableFuture<>();

    // Guarded by this.
    private int seats;
    private int newcomers;
    private int seatsYes;
    private int newcomersYes;
    private int seatsNo;
    private int newcomersNo;
    private int failed;
    private boolean late;
    private Throwable trouble;

    RenewalCount(int majority) {
        this.majority = majority;
    }

    CompletableFuture<Boolean> verdict() {
        return verdict;
    }

    /** Before the first answer: one more is expected. */
    void expect(boolean newcomer) {
        seats += newcomer ? 0 : 1;
        newcomers += newcomer ? 1 : 0;
    }

    boolean hasNewcomers() {
        return newcomers > 0;
    }

    void heard(boolean newcomer, Boolean ours, Throwable error) {
        synchronized (this) {
            if (error != null) {
                failed++;
                trouble = error;
            } else if (newcomer) {
                newcomersYes += ours ? 1 : 0;
                newcomersNo += ours ? 0 : 1;
            } else {
                seatsYes += ours ? 1 : 0;
                seatsNo += ours ? 0 : 1;
            }
        }
        judge();
    }

    /** A server that has not said no by now has not lost it, or cannot say. */
    void hurry() {
        synchronized (this) {
            late = true;
        }
        judge();
    }

    void judge() {
        Boolean decided = null;
        Throwable why = null;
        synchronized (this) {
            boolean newcomersCount = seatsNo == 0;
            int answered = seatsYes + newcomersYes + seatsNo + newcomersNo + failed;
            boolean complete = answered == seats + newcomers;
            int possible = seats - seatsNo + (newcomersCount ? newcomers - newcomersNo : 0);
            boolean sure = complete || late;
            if (seatsYes >= majority || (newcomersCount && sure && seatsYes + newcomersYes >= majority)) {
                decided = true;
            } else if (possible < majority) {
                decided = false;
            } else if (complete) {
                why = trouble;
            }
        }
        if (decided != null) {
            verdict.complete(decided);
        } else if (why != null) {
            verdict.completeExceptionally(why);
        }
    }
}
