package io.lockgraft.spi.polled;

import io.lockgraft.spi.Request;
import java.util.concurrent.CompletableFuture;

/** A request in the name of its owner. Claims of one owner are equal, and those of two store objects never are. */
public final class Claim {
    private final Object store;
    private final Request request;
    private final boolean waits;
    private final Runnable ask;
    private final CompletableFuture<String> lost = new CompletableFuture<>();

    Claim(Object store, Request request, Runnable ask) {
        this.store = store;
        this.request = request;
        this.waits = request.waits();
        this.ask = ask;
    }

    public Request request() {
        return request;
    }

    /** Whether it is asked for again where a key is not free. */
    public boolean waits() {
        return waits;
    }

    /** A key that it waits for may be free: it asks at once. Called by any thread, which holds no lock. */
    public void ask() {
        ask.run();
    }

    /** Completed by a store that tells of a loss, with a text for the log. */
    public CompletableFuture<String> lost() {
        return lost;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Claim
                && ((Claim) other).store == store
                && ((Claim) other).request.owner() == request.owner();
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(store) * 31 + Long.hashCode(request.owner());
    }

    @Override
    public String toString() {
        return Long.toString(request.owner());
    }
}
