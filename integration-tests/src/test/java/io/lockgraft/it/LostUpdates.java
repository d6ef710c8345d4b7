package io.lockgraft.it;

import io.lockgraft.it.GrowingSet.Meeting;
import io.lockgraft.it.GrowingSet.Version;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;

/**
 * Judges what was wiped out in a run, or seen to change by one who looked. One of the two calls must have been told
 * that its lock was lost: its caller, where its rule says so, else the log of its JVM, for this key and about this
 * time; unless that JVM was killed before it had to: whatever it knew then went with it. And where there are tokens, a
 * store that compares must have been able to tell the two apart.
 */
final class LostUpdates {
    private static final String LOST = "LockLostException";

    /** What may pass beside the lease until a line is written and read, on a busy machine. */
    private static final Duration SLACK = Duration.ofSeconds(1);

    private final Map<String, String> callers;
    private final ToldLosses losses;
    private final Chronicle chronicle;
    private final long patience;
    private final long due;

    private final List<String> unexplained = new ArrayList<>();
    private final List<String> sameToken = new ArrayList<>();
    private int all;
    private int byCaller;
    private int byLog;
    private int killed;
    private int withTokens;
    private int fenced;

    /** @param callers by the number that a call had to add, what its caller was told */
    LostUpdates(Map<String, String> callers, ToldLosses losses, Chronicle chronicle, Duration lease) {
        this.callers = callers;
        this.losses = losses;
        this.chronicle = chronicle;
        this.patience = lease.plus(SLACK).toNanos();
        this.due = lease.dividedBy(3).plus(SLACK).toNanos();
    }

    void judge(GuardedSet set, List<Meeting> meetings) {
        for (Meeting update : meetings) {
            all++;
            tokens(set, update);
            if (set.isEachTold() && (isCallerTold(update.added()) || isCallerTold(update.by()))) {
                byCaller++;
            } else if (!set.isEachTold() && (isLogged(set, update.added()) || isLogged(set, update.by()))) {
                byLog++;
            } else if (isKilled(set, update.added()) || isKilled(set, update.by())) {
                killed++;
            } else {
                unexplained.add(set.name() + ": " + update + ", callers were told " + callerOf(update.added()) + " and "
                        + callerOf(update.by()));
            }
        }
    }

    private void tokens(GuardedSet set, Meeting update) {
        if (update.added().fence() == 0) {
            return;
        }
        withTokens++;
        if (update.isFenced()) {
            fenced++;
        } else if (!hasForgotten(update)) {
            sameToken.add(set.name() + ": " + update);
        }
    }

    /** While the calls ran, or while what they ran under could be out without being renewed. */
    private boolean hasForgotten(Meeting update) {
        return chronicle.hasForgotten(begin(update), end(update), patience);
    }

    private static long begin(Meeting update) {
        return Math.min(update.added().read(), update.by().read());
    }

    private static long end(Meeting update) {
        return Math.max(update.added().written(), update.by().written());
    }

    private String callerOf(Version call) {
        return callers.get(call.number());
    }

    private boolean isCallerTold(Version call) {
        return LOST.equals(callerOf(call));
    }

    private boolean isLogged(GuardedSet set, Version call) {
        return losses.has(call.jvm(), set.key(), inTimeFor(call));
    }

    /** Where each caller is told, this one was told nothing at all. */
    private boolean isKilled(GuardedSet set, Version call) {
        boolean open = !set.isEachTold() || callerOf(call) == null;
        return open && chronicle.hasEnded(call.jvm(), at -> chronicle.flowing(call.written(), at) <= due);
    }

    /** From the beginning of its body until a loss must be known, if it has not stood still meanwhile. */
    private LongPredicate inTimeFor(Version call) {
        return at -> at - call.read() >= 0
                && (at - call.written() <= 0 || chronicle.flowing(call.written(), at) <= patience);
    }

    /** One of the calls was told nothing, nor was its JVM's log. */
    List<String> unexplained() {
        return unexplained;
    }

    /** No store would have refused one of the calls, and yet the tokens had not begun anew. */
    List<String> sameToken() {
        return sameToken;
    }

    @Override
    public String toString() {
        return all + ": " + byCaller + " beside a caller that was told, " + byLog
                + " beside a JVM that has told it on its log, " + killed
                + " beside a JVM that was killed before it had to, " + unexplained.size() + " without a word; of these "
                + withTokens + " under fence tokens: a store that compares would have refused " + fenced;
    }
}
