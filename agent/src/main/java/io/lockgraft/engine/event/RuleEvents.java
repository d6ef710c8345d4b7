package io.lockgraft.engine.event;

import io.lockgraft.engine.outcome.NoLock;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.rules.Until;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The one place where the engine tells what happens under a rule; its listeners hear it. */
public final class RuleEvents implements RuleListener {
    private final Mistakes mistakes = new Mistakes();
    private final String rule;
    private final RuleListener[] listeners;
    /** Those of them that hear of each call: an event that most calls have is told to no other. */
    private final RuleListener[] ofEachCall;

    RuleEvents(String rule, RuleListener... listeners) {
        this.rule = rule;
        this.listeners = listeners;
        this.ofEachCall = ofEachCall(listeners);
    }

    /** Without a lambda, as {@link Events}. */
    private static RuleListener[] ofEachCall(RuleListener... all) {
        List<RuleListener> hearing = new ArrayList<>(all.length);
        for (RuleListener each : all) {
            if (each.hearsEachCall()) {
                hearing.add(each);
            }
        }
        return hearing.toArray(new RuleListener[0]);
    }

    private void tell(Consumer<RuleListener> event) {
        for (RuleListener each : listeners) {
            try {
                event.accept(each);
            } catch (Throwable e) {
                failed(e);
            }
        }
    }

    /** Logs the failure of a listener. The engine goes on: a release or a renewal is worth more. */
    private void failed(Throwable mistake) {
        mistakes.tell(() -> "rule '" + rule + "': what happened could not be told", mistake);
    }

    @Override
    public void notAsked() {
        tell(RuleListener::notAsked);
    }

    @Override
    public void missed(NoLock miss, boolean proceeds) {
        tell(each -> each.missed(miss, proceeds));
    }

    @Override
    public void proceeded(NoLock miss) {
        tell(each -> each.proceeded(miss));
    }

    @Override
    public void local(NoLock miss) {
        tell(each -> each.local(miss));
    }

    /** Without a lambda: the stack may be full. */
    @Override
    public void keyFailed() {
        for (RuleListener each : listeners) {
            try {
                each.keyFailed();
            } catch (Throwable e) {
                failed(e);
            }
        }
    }

    @Override
    public void refused(MethodShape method, String refusal, boolean runs) {
        tell(each -> each.refused(method, refusal, runs));
    }

    @Override
    public void answered() {
        for (RuleListener each : ofEachCall) {
            try {
                each.answered();
            } catch (Throwable e) {
                failed(e);
            }
        }
    }

    @Override
    public void waitsInMonitor(MethodShape method, String key) {
        tell(each -> each.waitsInMonitor(method, key));
    }

    @Override
    public void endsAtReturn(MethodShape method, Until until) {
        tell(each -> each.endsAtReturn(method, until));
    }

    @Override
    public void notFollowed(MethodShape method, Throwable why) {
        tell(each -> each.notFollowed(method, why));
    }

    @Override
    public void lockedInTransaction(MethodShape method) {
        tell(each -> each.lockedInTransaction(method));
    }

    @Override
    public void entered(long waitedNanos) {
        for (RuleListener each : ofEachCall) {
            try {
                each.entered(waitedNanos);
            } catch (Throwable e) {
                failed(e);
            }
        }
    }

    @Override
    public void nested() {
        for (RuleListener each : ofEachCall) {
            try {
                each.nested();
            } catch (Throwable e) {
                failed(e);
            }
        }
    }

    @Override
    public void handedOver(ReportedHold from) {
        for (RuleListener each : ofEachCall) {
            try {
                each.handedOver(from);
            } catch (Throwable e) {
                failed(e);
            }
        }
    }

    @Override
    public void lingered(ReportedHold from) {
        for (RuleListener each : ofEachCall) {
            try {
                each.lingered(from);
            } catch (Throwable e) {
                failed(e);
            }
        }
    }

    @Override
    public void released(ReportedHold hold) {
        for (RuleListener each : ofEachCall) {
            try {
                each.released(hold);
            } catch (Throwable e) {
                failed(e);
            }
        }
    }

    @Override
    public void leftShared(ReportedHold hold) {
        for (RuleListener each : ofEachCall) {
            try {
                each.leftShared(hold);
            } catch (Throwable e) {
                failed(e);
            }
        }
    }

    @Override
    public void releasedEarly(ReportedHold hold) {
        tell(each -> each.releasedEarly(hold));
    }

    @Override
    public void lastsLong(ReportedHold hold) {
        tell(each -> each.lastsLong(hold));
    }

    @Override
    public void exceeded(ReportedHold hold) {
        tell(each -> each.exceeded(hold));
    }

    @Override
    public void endedLate(ReportedHold hold) {
        tell(each -> each.endedLate(hold));
    }

    @Override
    public void interrupted() {
        tell(RuleListener::interrupted);
    }

    @Override
    public void atRisk(Request request, long leftNanos, Throwable failure) {
        tell(each -> each.atRisk(request, leftNanos, failure));
    }

    @Override
    public void lost(ReportedHold hold) {
        tell(each -> each.lost(hold));
    }

    @Override
    public void lostAtEnd(ReportedHold hold, Loss loss) {
        tell(each -> each.lostAtEnd(hold, loss));
    }

    @Override
    public void lostIdle(Request request, String why) {
        tell(each -> each.lostIdle(request, why));
    }

    @Override
    public void releasedLate(Grant grant, long restNanos, Throwable failure) {
        tell(each -> each.releasedLate(grant, restNanos, failure));
    }
}
