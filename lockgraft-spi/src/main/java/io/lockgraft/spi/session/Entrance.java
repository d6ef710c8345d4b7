package io.lockgraft.spi.session;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Bounds how many places are taken at the server at a time. The others wait here, first come, first served, and one
 * that is given up meanwhile is not sent. So releases, renewals and looks at taken places pass a burst of calls.
 */
final class Entrance {
    /** Far more than a server serves within one round trip, and far fewer than a burst. */
    private static final int MOST = 500;

    private final Queue<Entering> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger underWay = new AtomicInteger();

    /** A place that is to be taken, and the answer to that. */
    private static final class Entering {
        private final Place place;
        private final CompletableFuture<Boolean> answer = new CompletableFuture<>();

        private Entering(Place place) {
            this.place = place;
        }
    }

    /** As {@link Place#enter}; false where the place was given up before its turn. */
    CompletableFuture<Boolean> enter(Place place) {
        if (place.wasSent) {
            return place.enter();
        }
        Entering entering = new Entering(place);
        waiting.add(entering);
        send();
        return entering.answer;
    }

    private void send() {
        while (!waiting.isEmpty() && mayBegin()) {
            Entering next = waiting.poll();
            if (next == null) {
                underWay.decrementAndGet();
            } else if (next.place.isOver()) {
                underWay.decrementAndGet();
                next.answer.complete(false);
            } else {
                send(next);
            }
        }
    }

    private boolean mayBegin() {
        int before = underWay.get();
        while (before < MOST && !underWay.compareAndSet(before, before + 1)) {
            before = underWay.get();
        }
        return before < MOST;
    }

    private void send(Entering next) {
        CompletableFuture<Boolean> asked;
        try {
            next.place.wasSent = true;
            asked = next.place.enter();
        } catch (RuntimeException | Error e) {
            asked = SessionStore.failed(e);
        }
        asked.whenComplete((has, failed) -> {
            underWay.decrementAndGet();
            if (failed == null) {
                next.answer.complete(has);
            } else {
                next.answer.completeExceptionally(failed);
            }
            send();
        });
    }
}
