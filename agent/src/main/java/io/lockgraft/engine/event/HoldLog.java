package io.lockgraft.engine.event;

import static io.lockgraft.rules.RuleSetting.HOLD_AT_MOST;
import static io.lockgraft.rules.RuleSetting.HOLD_ON_EXCEEDED;
import static io.lockgraft.rules.RuleSetting.ON_LOST;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.log.RateLimited;
import io.lockgraft.spi.text.Durations;
import io.lockgraft.spi.text.Listing;
import io.lockgraft.spi.text.Printable;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Writes to the log what happens to the holds of one rule. */
final class HoldLog implements RuleListener {
    private static final int FRAMES = 64;

    /** Lines a minute about holds that are lost or last too long: each names its keys. */
    private static final int EACH = 100;

    private final String rule;
    private final StoreHealth store;
    private final RateLimited lost = new RateLimited(EACH, RateLimited.MINUTE);
    private final RateLimited lasting = new RateLimited(EACH, RateLimited.MINUTE);
    private final RateLimited exceeded = new RateLimited(EACH, RateLimited.MINUTE);
    private final RateLimited ended = new RateLimited(EACH, RateLimited.MINUTE);

    HoldLog(String rule, StoreHealth store) {
        this.rule = rule;
        this.store = store;
    }

    @Override
    public boolean hearsEachCall() {
        return false;
    }

    @Override
    public void lost(ReportedHold hold) {
        lost.warn(() -> hold.loss().reason() + consequence(hold) + "; another call may run at the same time.");
    }

    private static String consequence(ReportedHold hold) {
        if (hold.isOver()) {
            return " The method has just ended";
        }
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
        store.atRisk.warn(
                () -> "rule '" + rule + "': the lock server did not confirm that " + Listing.keys(request.keys())
                        + " is still ours; it is asked again, and the lock counts as lost in " + millis(leftNanos)
                        + " if it does not answer",
                failure);
    }

    @Override
    public void releasedLate(Grant grant, long restNanos, Throwable failure) {
        store.releasedLate.warn(
                () -> "rule '" + rule + "': the lock server did not confirm the release of "
                        + Listing.keys(grant.request().keys())
                        + "; it is tried again, and the lock ends after at most "
                        + millis(Math.max(restNanos, TimeUnit.MILLISECONDS.toNanos(grant.leaseMillis()))),
                failure);
    }

    /** Tells where its thread is now, or what keeps it once that has gone on. No values. */
    @Override
    public void lastsLong(ReportedHold hold) {
        boolean bound = hold.rule().get(HOLD_AT_MOST) != null;
        lasting.warn(() ->
                lasts(hold, bound ? "half of " + atMost(hold) : "and no hold.atMost bounds it") + ". " + where(hold));
    }

    /** A body may end meanwhile: then its thread is elsewhere. */
    private static String where(ReportedHold hold) {
        Thread thread = thread(hold);
        String stack = thread == null ? "" : stack(thread);
        if (hold.isOver()) {
            return "It has just ended";
        }
        return thread != null && hold.hasBody() ? "Its thread is" + stack : returned(hold);
    }

    /** Null where no body runs under it. */
    private static Thread thread(ReportedHold hold) {
        return hold.hasBody() ? hold.thread() : null;
    }

    /** Tells what a hold waits for whose body has ended. */
    private static String returned(ReportedHold hold) {
        return "The method has returned; its lock waits for " + hold.awaited();
    }

    @Override
    public void exceeded(ReportedHold hold) {
        exceeded.warn(() -> lasts(hold, "longer than " + atMost(hold)) + ". " + excess(hold));
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
        String work = hold.endedWith();
        Duration atMost = hold.rule().get(HOLD_AT_MOST);
        ended.warn(() -> start(hold)
                + (work == null ? on(hold.thread()) + " has ended " : " has ended with " + work + ", ")
                + age(hold) + " after it got " + name(hold)
                + (atMost == null ? "" : "; its hold.atMost is " + Durations.text(atMost)));
    }

    private static String lasts(ReportedHold hold, String howLong) {
        return start(hold) + on(thread(hold)) + " has held " + name(hold) + " for " + age(hold) + ", " + howLong;
    }

    private static String atMost(ReportedHold hold) {
        return "its hold.atMost (" + Durations.text(hold.rule().get(HOLD_AT_MOST)) + ")";
    }

    private static String on(Thread thread) {
        return thread == null ? "" : " on thread '" + Printable.of(Log.name(thread)) + "'";
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

    private static String stack(Thread thread) {
        StackTraceElement[] frames = thread.getStackTrace();
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
