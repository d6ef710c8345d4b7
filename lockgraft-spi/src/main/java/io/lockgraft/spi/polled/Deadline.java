package io.lockgraft.spi.polled;

import io.lockgraft.spi.Request;
import io.lockgraft.spi.thread.Clock;
import java.util.concurrent.Future;

/** When a request's wait is over, and when its last answer should have come. */
final class Deadline {
    private final Future<?> end;
    private final Future<?> longAfter;
    private volatile boolean over;
    private volatile boolean longOver;

    /** @param step runs at both times */
    Deadline(PolledStore store, Request request, Runnable step) {
        this.end = store.clock().after(request.remaining(), () -> {
            over = true;
            step.run();
        });
        this.longAfter = store.clock().after(store.lastAnswer(request.deadline()) - System.nanoTime(), () -> {
            longOver = true;
            step.run();
        });
    }

    boolean isOver() {
        return over;
    }

    /** Also the time for an answer that was under way at the end. */
    boolean isLongOver() {
        return longOver;
    }

    void cancel() {
        Clock.cancel(end);
        Clock.cancel(longAfter);
    }
}
