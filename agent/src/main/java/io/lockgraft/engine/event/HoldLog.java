package io.lockgraft.engine.event;

import static io.lockgraft.rules.RuleSetting.HOLD_AT_MOST;
import static io.lockgraft.rules.RuleSetting.HOLD_ON_EXCEEDED;
import static io.lockgraft.rules.RuleSetting.ON_LOST;

import io.lockgraft.spi.Request;
import io.lockgraft.spi.log.RateLimited;
import io.lockgraft.spi.text.Durations;
import io.lockgraft.spi.text.Listing;
import io.lockgraft.spi.text.Printable;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Writes to the log what happens to the holds of one rule. */
final class HoldLog implements RuleListener {
    private static final int FRAMES = 64;

    /** Of each hold that is lost or lasts too long, its keys are told; not of ten thousand at once. */
    private static final int EACH = 100;

    private final String rule;
    private final RateLimited lost = new RateLimited(EACH, RateLimited.MINUTE);
    private final RateLimited atRisk = new RateLimited();
    private final RateLimited late = new RateLimited();
    private final RateLimited half = new RateLimited(EACH, RateLimited.MINUTE);
    private final RateLimited exceeded = new RateLimited(EACH, RateLimited.MINUTE);
    private final RateLimited ended = new RateLimited(EACH, RateLimited.MINUTE);

    HoldLog(String rule) {
        this.rule = rule;
    }

    @Override
    public void lost(ReportedHold hold) {
        lost.warn(() -> hold.loss().reason() + consequence(hold) + "; another call may run at the same time.");
    }

    private static String consequence(ReportedHold hold) {
        if (!hold.hasBody()) {
            return " The method has returned; what goes on until " + hold.awaited() + " goes on without it (onLost: "
                    + hold.rule().get(ON_LOST).name().toLowerCase(Locale.ROOT) + ")";
        }
        switch (hold.rule().get(ON_LOST)) {
            case INTERRUPT:
                return " The method's thread is interrupted (onLost: interrupt)";
            case THROW:
                return " The method goes on without it, and then its caller gets LockLostException (onLost: throw)";
            default:
                return " The method goes on without it (onLost: warn)";
        }
    }

    @Override
    public void lostAtEnd(ReportedHold hold, Loss loss) {
        boolean early = hold.isReleasedEarly();
        lost.warn(() -> loss.reason() + (early ? " The method goes on" : " The method has ended")
                + "; another call may have run at the same time.");
    }

    @Override
    public void lostIdle(Request request, String why) {
        lost.warn(() -> "rule '" + rule + "': lost the lock on " + Listing.keys(request.keys())
                + " while no call had it, or at the end of the last call that did: " + why
                + ". The next call asks for it anew");
    }

    @Override
    public void atRisk(Request request, long leftNanos, Throwable failure) {
        atRisk.warn(
                () -> "rule '" + rule + "': the lock server did not confirm that " + Listing.keys(request.keys())
                        + " is still ours; it is asked again, and the lock counts as lost in " + millis(leftNanos)
                        + " if it does not answer",
                failure);
    }

    @Override
    public void releasedLate(Request request, long restNanos, Throwable failure) {
        late.warn(
                () -> "rule '" + rule + "': the lock server did not confirm the release of "
                        + Listing.keys(request.keys())
                        + "; it is tried again, and the lock ends after at most "
                        + millis(Math.max(restNanos, request.leaseNanos())),
                failure);
    }

    /**
     * It has lasted half of what it may: where its thread is now tells why, or what keeps it once that has gone on. No
     * values, and not the thread's name either.
     */
    @Override
    public void passedHalf(ReportedHold hold) {
        half.warn(() -> lasts(hold, "half of its") + ". "
                + (hold.hasBody() ? "Thread #" + hold.thread().getId() + " is" + stack(hold) : returned(hold)));
    }

    /** Of a hold that no body has any more. */
    private static String returned(ReportedHold hold) {
        return "The method has returned; its lock waits for " + hold.awaited();
    }

    @Override
    public void exceeded(ReportedHold hold) {
        exceeded.warn(() -> lasts(hold, "longer than its") + ". " + excess(hold));
    }

    private static String excess(ReportedHold hold) {
        boolean body = hold.hasBody();
        String start = body ? "" : returned(hold) + ". ";
        switch (hold.rule().get(HOLD_ON_EXCEEDED)) {
            case INTERRUPT:
                return start
                        + (body
                                ? "Its thread is interrupted, and holds the lock until the method ends"
                                : "Nothing is interrupted, and it goes on holding it")
                        + " (onExceeded: interrupt)";
            case RELEASE:
                return start
                        + (body
                                ? "The lock is given back, and the method goes on without it"
                                : "It is given back before that")
                        + " (onExceeded: release); another call may run at the same time";
            default:
                return start + "It goes on holding it (onExceeded: warn)";
        }
    }

    @Override
    public void endedLate(ReportedHold hold) {
        ended.warn(() -> start(hold) + " has ended "
                + (hold.endedWith() == null ? "" : "with " + hold.endedWith() + ", ")
                + age(hold) + " after it got " + name(hold) + "; its hold.atMost is "
                + Durations.text(hold.rule().get(HOLD_AT_MOST)));
    }

    private static String lasts(ReportedHold hold, String howLong) {
        return start(hold) + " has held " + name(hold) + " for " + age(hold) + ", " + howLong + " hold.atMost ("
                + Durations.text(hold.rule().get(HOLD_AT_MOST)) + ")";
    }

    private static String start(ReportedHold hold) {
        return "rule '" + hold.rule().name() + "': " + hold.method();
    }

    private static String name(ReportedHold hold) {
        return Listing.keys(hold.request().keys());
    }

    private static String age(ReportedHold hold) {
        return millis(hold.ageNanos(System.nanoTime()));
    }

    private static String millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos) + " ms";
    }

    private static String stack(ReportedHold hold) {
        StackTraceElement[] frames = hold.thread().getStackTrace();
        String text = Arrays.stream(frames)
                .limit(FRAMES)
                .map(frame -> Printable.NEXT_LINE + "at " + frame)
                .collect(Collectors.joining());
        int more = frames.length - FRAMES;
        return text.isEmpty()
                ? " nowhere: it has ended"
                : text + (more > 0 ? Printable.NEXT_LINE + "... " + more + " more" : "");
    }
}
