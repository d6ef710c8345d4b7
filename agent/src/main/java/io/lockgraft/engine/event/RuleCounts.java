package io.lockgraft.engine.event;

import io.lockgraft.engine.outcome.NoLock;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.manage.meter.RuleMeter;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Request;

/** Counts what happens under one rule, and measures how long its calls wait and hold. */
final class RuleCounts implements RuleListener {
    private final RuleMeter meter;

    RuleCounts(RuleMeter meter) {
        this.meter = meter;
    }

    @Override
    public void notAsked() {
        meter.count(Event.NOT_ASKED);
    }

    @Override
    public void missed(NoLock miss, boolean proceeds) {
        meter.count(miss.kind().event());
        if (miss.hasWaited()) {
            meter.waitedInVain(miss.waitedNanos());
        }
    }

    @Override
    public void proceeded(NoLock miss) {
        meter.count(Event.PROCEEDED);
    }

    @Override
    public void local(NoLock miss) {
        meter.count(miss.kind().event());
        meter.count(Event.LOCAL);
    }

    @Override
    public void keyFailed() {
        meter.count(Event.MISSING_KEY);
    }

    @Override
    public void refused(MethodShape method, String refusal, boolean runs) {
        meter.count(Event.REFUSED);
        if (runs) {
            meter.count(Event.PROCEEDED);
        }
    }

    @Override
    public void entered(long waitedNanos) {
        meter.entered(waitedNanos);
    }

    @Override
    public void nested() {
        meter.count(Event.NESTED);
    }

    @Override
    public void handedOver(ReportedHold from) {
        meter.handedOver(from.heldNanos());
    }

    @Override
    public void lingered(ReportedHold from) {
        meter.count(Event.LINGERED);
        meter.held(from.heldNanos());
    }

    @Override
    public void released(ReportedHold hold) {
        meter.count(Event.RELEASED);
        meter.held(hold.heldNanos());
    }

    @Override
    public void leftShared(ReportedHold hold) {
        meter.count(Event.LEFT_SHARED);
        meter.held(hold.heldNanos());
    }

    @Override
    public void notFollowed(MethodShape method, Throwable why) {
        meter.count(Event.NOT_FOLLOWED);
    }

    @Override
    public void exceeded(ReportedHold hold) {
        meter.count(Event.EXCEEDED);
    }

    @Override
    public void releasedEarly(ReportedHold hold) {
        meter.count(Event.RELEASED_EARLY);
        meter.held(hold.heldNanos());
    }

    @Override
    public void interrupted() {
        meter.count(Event.BODY_INTERRUPTED);
    }

    @Override
    public void lost(ReportedHold hold) {
        meter.count(Event.LOST);
    }

    @Override
    public void lostAtEnd(ReportedHold hold, Loss loss) {
        meter.count(Event.LOST);
    }

    @Override
    public void lostIdle(Request request, String why) {
        meter.count(Event.LOST);
    }

    @Override
    public void releasedLate(Grant grant, long restNanos, Throwable failure) {
        meter.count(Event.RELEASED_LATE);
    }
}
