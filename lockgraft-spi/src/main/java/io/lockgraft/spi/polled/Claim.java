package io.lockgraft.spi.polled;

import io.lockgraft.spi.Request;
import java.util.concurrent.CompletableFuture;

/** A request in the name of its owner. Claims of one owner are equal. */
public final class Claim {
    private final Request request;
    private final boolean waits;
    private final Runnable ask;
    private final CompletableFuture<String> lost = new CompletableFuture<>();

    Claim(Request request, Runnable ask) {
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
        return other instanceof Claim && ((Claim) other).request.owner().equals(request.owner());
    }

    @Override
    public int hashCode() {
        return request.owner().hashCode();
    }

    @Override
    public String toString() {
        return request.owner().text();
    }
}
