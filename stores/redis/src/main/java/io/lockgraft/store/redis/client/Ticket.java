package io.lockgraft.store.redis.client;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** One request on its way through a {@link Bulkhead}: it waits, is inside of the client, and is out for good. */
final class Ticket {
    private enum State {
        WAITS,
        INSIDE,
        OUT
    }

    private static final AtomicReferenceFieldUpdater<Ticket, State> STATE =
            AtomicReferenceFieldUpdater.newUpdater(Ticket.class, State.class, "state");

    private final Supplier<? extends CompletionStage<?>> request;
    private final Consumer<Throwable> failed;
    private volatile State state = State.WAITS;
    private volatile long since = System.nanoTime();

    /**
     * @param request hands it to the client; the stage is done when it is out
     * @param failed told where it does not come that far
     */
    Ticket(Supplier<? extends CompletionStage<?>> request, Consumer<Throwable> failed) {
        this.request = request;
        this.failed = failed;
    }

    /** For how long, in nanoseconds, it has been where it is. */
    long ageNanos(long now) {
        return now - since;
    }

    boolean waits() {
        return state == State.WAITS;
    }

    /** True for the one that may hand it to the client. */
    boolean enters() {
        since = System.nanoTime();
        return STATE.compareAndSet(this, State.WAITS, State.INSIDE);
    }

    CompletionStage<?> send() {
        return request.get();
    }

    /** True for the one that finds first that the client is done with it. */
    boolean leaves() {
        return STATE.compareAndSet(this, State.INSIDE, State.OUT);
    }

    /** True where it has not been handed to the client, and never will be. */
    boolean withdraws() {
        return STATE.compareAndSet(this, State.WAITS, State.OUT);
    }

    void fail(Throwable why) {
        failed.accept(why);
    }
}
