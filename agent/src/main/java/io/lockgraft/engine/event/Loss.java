package io.lockgraft.engine.event;

import io.lockgraft.api.LockLostException;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.rules.Rule;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.log.Secrets;
import io.lockgraft.spi.text.Listing;
import io.lockgraft.spi.text.Printable;
import java.util.concurrent.TimeUnit;

/** A lock that was lost: when, why, and how that reads. */
public final class Loss {
    private final Rule rule;
    private final MethodShape method;
    private final Request request;
    private final long leaseMillis;
    private final long heldNanos;
    private final String why;

    /** @param why what the store said, or did not say */
    public Loss(ReportedHold hold, long now, String why) {
        this.rule = hold.rule();
        this.method = hold.method();
        this.request = hold.request();
        this.leaseMillis = hold.leaseMillis();
        this.heldNanos = hold.ageNanos(now);
        this.why = why;
    }

    /** For how long it was held until then. */
    public long heldNanos() {
        return heldNanos;
    }

    /** One sentence, for a log's reader and for the caller. */
    public String reason() {
        return "rule '" + rule.name() + "': lost the lock on " + Listing.keys(request.keys()) + " after "
                + TimeUnit.NANOSECONDS.toMillis(heldNanos) + " ms (lease " + leaseMillis + " ms): " + why
                + ".";
    }

    /** Exception for the caller, if the rule says so. */
    public LockLostException exception() {
        return new LockLostException(
                rule.name(),
                Printable.of(Secrets.maskKnown(reason()) + " " + method
                        + " has run to its end, and another call may have run at the same time."
                        + " Look at what both have done; the rule's onLost says what happens"),
                null);
    }
}
