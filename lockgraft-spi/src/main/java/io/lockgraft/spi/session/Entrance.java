package io.lockgraft.spi.session;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Bounds how many places of a session are taken at the server at a time. The others wait here, first come, first
 * served, and one that is given up meanwhile is not sent. So releases, renewals and looks at taken places pass a burst
 * of calls.
 */
final class Entrance {
    /** Far more than a server serves within one round trip, and far fewer than a burst. */
    private static final int MOST = 500;

    private final Session session;
    private final Queue<Entering> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger underWay = new AtomicInteger();

    /** True while a thread sends. */
    private final AtomicBoolean sending = new AtomicBoolean();

    Entrance(Session session) {
        this.session = session;
    }

    /** A place that is to be taken, and the answer to that. */
    private static final class Entering {
        private final Place place;
        private final CompletableFuture<Boolean> answer = new CompletableFuture<>();

        private Entering(Place place) {
            this.place = place;
        }
    }

    /**
     * As {@link Place#enter}; false where the place was given up before its turn. Fails with the session's end, which
     * {@link Session} tells by {@link #send}.
     */
    CompletableFuture<Boolean> enter(Place place) {
        if (place.wasSent) {
            return place.enter();
        }
        Entering entering = new Entering(place);
        waiting.add(entering);
        send();
        return entering.answer;
    }

    /**
     * Sends those that may be sent, in a loop on one thread. An answer that is there at once calls this again, and
     * leaves the rest to that loop: nested calls would be as many as wait.
     */
    void send() {
        while (mayOneGo() && sending.compareAndSet(false, true)) {
            try {
                while (mayOneGo()) {
                    send(waiting.remove());
                }
            } finally {
                sending.set(false);
            }
        }
    }

    /** A session that is over has no bound: nothing is sent within it any more. */
    private boolean mayOneGo() {
        return !waiting.isEmpty() && (underWay.get() < MOST || session.isOver());
    }

    private void send(Entering next) {
        if (next.place.isOver()) {
            next.answer.complete(false);
        } else if (session.isOver()) {
            next.answer.completeExceptionally(session.cause());
        } else {
            underWay.incrementAndGet();
            next.place.wasSent = true;
            SessionStore.asked(next.place::enter).whenComplete((has, failed) -> {
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
}
