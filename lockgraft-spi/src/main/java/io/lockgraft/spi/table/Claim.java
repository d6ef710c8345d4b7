package io.lockgraft.spi.table;

import io.lockgraft.spi.Request;
import java.util.concurrent.CompletableFuture;

/** A request in the name of its owner, as a table sees it. Claims of one owner are equal. */
public final class Claim {
    private final Request request;
    private final boolean waits;
    private final Claims claims;
    private final Runnable ask;
    private final CompletableFuture<String> lost = new CompletableFuture<>();
    private volatile boolean over;

    /** Another claim of the same owner, or null. Written by {@link Claims}. */
    volatile Claim next;

    Claim(Request request, Claims claims, Runnable ask) {
        this.request = request;
        this.waits = request.waits();
        this.claims = claims;
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
    public void askNow() {
        ask.run();
    }

    /**
     * Its owner has lost a key. All claims of the owner hear of it. Called by any thread, which holds no lock, and as
     * often as the table likes. A table that has no such news leaves it: a renewal tells.
     *
     * @param why a text for the log
     */
    public void tellLost(String why) {
        lost.complete(why);
        claims.tellLost(request.owner(), why);
    }

    /** Whether it wants no key any more: its wait is over, it was abandoned, or it has given its keys back. */
    public boolean isOver() {
        return over;
    }

    void end() {
        over = true;
    }

    CompletableFuture<String> lost() {
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
