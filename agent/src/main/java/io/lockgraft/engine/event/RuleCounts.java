package io.lockgraft.engine.event;

import io.lockgraft.engine.outcome.NoLock;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.manage.Counters;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Request;

/** Counts what happens under one rule. */
final class RuleCounts implements RuleListener {
    private final Counters counters = new Counters();

    Counters counters() {
        return counters;
    }

    @Override
    public void notAsked() {
        counters.count(Event.NOT_ASKED);
    }

    @Override
    public void missed(NoLock miss, boolean proceeds) {
        counters.count(miss.kind().event());
    }

    @Override
    public void proceeded(NoLock miss) {
        counters.count(Event.PROCEEDED);
    }

    @Override
    public void local(NoLock miss) {
        counters.count(miss.kind().event());
        counters.count(Event.LOCAL);
    }

    @Override
    public void keyFailed() {
        counters.count(Event.MISSING_KEY);
    }

    @Override
    public void refused(MethodShape method, String refusal, boolean runs) {
        counters.count(Event.REFUSED);
    }

    @Override
    public void entered(long waitedNanos) {
        counters.count(Event.ENTERED);
    }

    @Override
    public void nested() {
        counters.count(Event.NESTED);
    }

    @Override
    public void handedOver(ReportedHold from) {
        counters.count(Event.HANDED_OVER);
    }

    @Override
    public void lingered(ReportedHold from) {
        counters.count(Event.LINGERED);
    }

    @Override
    public void released(ReportedHold hold) {
        counters.count(Event.RELEASED);
    }

    @Override
    public void notFollowed(MethodShape method, Throwable why) {
        counters.count(Event.NOT_FOLLOWED);
    }

    @Override
    public void exceeded(ReportedHold hold) {
        counters.count(Event.EXCEEDED);
    }

    @Override
    public void releasedEarly() {
        counters.count(Event.RELEASED_EARLY);
    }

    @Override
    public void interrupted() {
        counters.count(Event.BODY_INTERRUPTED);
    }

    @Override
    public void lost(ReportedHold hold) {
        counters.count(Event.LOST);
    }

    @Override
    public void lostAtEnd(ReportedHold hold, Loss loss) {
        counters.count(Event.LOST);
    }

    @Override
    public void lostIdle(Request request, String why) {
        counters.count(Event.LOST);
    }

    @Override
    public void releasedLate(Grant grant, long restNanos, Throwable failure) {
        counters.count(Event.RELEASED_LATE);
    }
}
