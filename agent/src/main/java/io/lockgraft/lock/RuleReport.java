package io.lockgraft.lock;

import io.lockgraft.backend.Request;
import io.lockgraft.lock.outcome.Miss;
import io.lockgraft.report.Counters;
import io.lockgraft.report.Counters.Event;
import io.lockgraft.report.Log;
import io.lockgraft.report.RateLimited;
import io.lockgraft.type.MethodShape;
import java.util.concurrent.TimeUnit;

/** What happens under one rule, counted, and told on the log where a person should know; for all sites of the rule. */
final class RuleReport {
    private final String rule;
    private final Counters counters = new Counters();
    private final RateLimited lost = new RateLimited();
    private final RateLimited unavailable = new RateLimited();
    private final RateLimited atRisk = new RateLimited();
    private final RateLimited late = new RateLimited();
    private final RateLimited proceeded = new RateLimited();
    private final RateLimited refused = new RateLimited();

    RuleReport(String rule) {
        this.rule = rule;
    }

    Counters counters() {
        return counters;
    }

    void count(Event event) {
        counters.count(event);
    }

    /**
     * A call that did not get its lock, whatever it gets instead; that the lock server is away is for the log, too.
     *
     * @param proceeds whether it runs without the lock, which is told with the same reason
     */
    void missed(Miss miss, boolean proceeds) {
        switch (miss.kind()) {
            case BUSY:
                count(Event.BUSY);
                break;
            case UNAVAILABLE:
                count(Event.UNAVAILABLE);
                if (!proceeds) {
                    unavailable.warn(miss::reason, Log.isDebug() ? miss.cause() : null);
                }
                break;
            case INTERRUPTED:
                count(Event.INTERRUPTED);
                break;
            case NESTING:
                count(Event.REFUSED);
                break;
            default:
                count(Event.MISSING_KEY);
        }
    }

    void lost(Request request, long heldNanos, String why) {
        count(Event.LOST);
        lost.warn(() -> loss(request, heldNanos) + why
                + ". The method goes on without it (onLost: warn); another call may run at the same time.");
    }

    void lostAtEnd(Request request, long heldNanos) {
        count(Event.LOST);
        lost.warn(() -> loss(request, heldNanos)
                + "the lock server did not have it any more when it was released."
                + " The method has ended; another call may have run at the same time.");
    }

    private String loss(Request request, long heldNanos) {
        return "rule '" + rule + "': lost the lock on " + request.name() + " after "
                + TimeUnit.NANOSECONDS.toMillis(heldNanos) + " ms (lease " + request.leaseMillis() + " ms): ";
    }

    void atRisk(Request request, long leftNanos, Throwable failure) {
        atRisk.warn(
                () -> "rule '" + rule + "': the lock server did not confirm that " + request.name()
                        + " is still ours; it is asked again, and the lock counts as lost in "
                        + TimeUnit.NANOSECONDS.toMillis(leftNanos) + " ms if it does not answer",
                failure);
    }

    void releasedLate(Request request, Throwable failure) {
        count(Event.RELEASED_LATE);
        late.warn(
                () -> "rule '" + rule + "': the lock server did not confirm the release of " + request.name()
                        + "; it is tried again, and the lock ends after at most " + request.leaseMillis() + " ms",
                failure);
    }

    void proceeded(Miss miss) {
        count(Event.PROCEEDED);
        RateLimited one = miss.kind() == Miss.Kind.UNAVAILABLE ? unavailable : proceeded;
        String setting = miss.kind() == Miss.Kind.NESTING ? "failOpen" : "proceed";
        one.warn(
                () -> miss.reason() + " It runs without the lock, as the rule says (" + setting + ").",
                Log.isDebug() ? miss.cause() : null);
    }

    /** A site that cannot be locked, of a rule that fails open. */
    void runsUnlocked(MethodShape method, String refusal) {
        count(Event.REFUSED);
        refused.warn(() -> "rule '" + rule + "' cannot be applied to " + method + ": " + refusal
                + ". It runs without the lock, as the rule says (failOpen).");
    }
}
