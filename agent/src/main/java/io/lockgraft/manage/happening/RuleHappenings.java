package io.lockgraft.manage.happening;

import io.lockgraft.engine.event.Loss;
import io.lockgraft.engine.event.ReportedHold;
import io.lockgraft.engine.event.RuleListener;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.manage.happening.Happening.Kind;
import io.lockgraft.manage.text.Forms;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.text.Listing;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Hears of one rule what an operator asks about later. */
final class RuleHappenings implements RuleListener {
    /** Classes that are loaded again and again have methods of their own each time. */
    private static final int MOST_REFUSED = 100;

    private static final String TWO_MAY_HAVE_RUN =
            "; another call may have run at the same time: look at what both have done.";

    private final String rule;
    private final Happenings happenings;
    private final Set<MethodShape> refused = ConcurrentHashMap.newKeySet();

    RuleHappenings(String rule, Happenings happenings) {
        this.rule = rule;
        this.happenings = happenings;
    }

    @Override
    public boolean hearsEachCall() {
        return false;
    }

    @Override
    public void refused(MethodShape method, String refusal, boolean runs) {
        if (refused.size() < MOST_REFUSED && refused.add(method)) {
            add(
                    Kind.REFUSED,
                    Forms.plain(method.toString()),
                    "cannot be applied to " + method + ": " + refusal + (runs ? "; it runs without the lock." : "."));
        }
    }

    @Override
    public void lastsLong(ReportedHold hold) {
        add(Kind.LONG_HOLD, keys(hold.request()), lasts(hold) + ".");
    }

    @Override
    public void exceeded(ReportedHold hold) {
        add(Kind.EXCEEDED, keys(hold.request()), lasts(hold) + ", longer than its hold.atMost.");
    }

    private static String lasts(ReportedHold hold) {
        return hold.method() + " has held " + keys(hold.request()) + " for "
                + Forms.span(hold.ageNanos(System.nanoTime()));
    }

    @Override
    public void lost(ReportedHold hold) {
        lostAtEnd(hold, hold.loss());
    }

    @Override
    public void lostAtEnd(ReportedHold hold, Loss loss) {
        happenings.add(new Happening(
                Kind.LOST,
                System.currentTimeMillis(),
                rule,
                Forms.plain(keys(hold.request())),
                Forms.plain(loss.reason() + " " + hold.method() + " ran under it" + TWO_MAY_HAVE_RUN)));
    }

    @Override
    public void lostIdle(Request request, String why) {
        add(
                Kind.LOST,
                keys(request),
                "lost the lock on " + keys(request) + " while no call had it, or at the end of the last call that did: "
                        + why + TWO_MAY_HAVE_RUN);
    }

    private static String keys(Request request) {
        return Listing.keys(request.keys());
    }

    private void add(Kind kind, String about, String what) {
        happenings.add(new Happening(
                kind,
                System.currentTimeMillis(),
                rule,
                Forms.plain(about),
                Forms.plain("rule '" + rule + "': " + what)));
    }
}
