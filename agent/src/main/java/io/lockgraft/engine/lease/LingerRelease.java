package io.lockgraft.engine.lease;

import io.lockgraft.engine.hold.Lease;
import io.lockgraft.engine.report.HoldReport;
import io.lockgraft.spi.Request;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

/**
 * The end of a lease that lingered: given back in no call's name, so what has gone wrong with it is told, but happened
 * to none.
 */
public final class LingerRelease implements BiConsumer<Boolean, Throwable> {
    private final Lease lease;
    /** Why it was lost before it was given back: a renewal that the release overtakes finds it gone as well. */
    private final String lost;

    private final CompletableFuture<Boolean> answer;

    /** Gives the lease back, which no call can get any more. Does not wait for anything. */
    public LingerRelease(Lease lease) {
        this.lease = lease;
        this.lost = lease.lost();
        this.answer = StoreCommand.release(lease.grant());
        (lost == null ? StoreCommand.proven(lease.grant(), answer) : answer).whenComplete(this);
    }

    public CompletableFuture<Boolean> answer() {
        return answer;
    }

    @Override
    public void accept(Boolean ours, Throwable failure) {
        Request request = lease.grant().request();
        HoldReport report = lease.speaker().site().report().holds();
        String why = lost != null ? lost : WhyLost.by(ours, failure);
        if (why != null) {
            report.lostIdle(request, why);
        }
        Throwable whyLate = WhyLost.whyLate(failure);
        if (whyLate != null) {
            report.releasedLate(request, 0, whyLate);
        }
    }
}
