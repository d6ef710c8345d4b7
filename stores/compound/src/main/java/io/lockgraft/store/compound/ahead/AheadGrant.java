package io.lockgraft.store.compound.ahead;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoreEntry;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** What the second store has granted, and what the first one is to hear of its end. */
final class AheadGrant implements Grant {
    private final AheadStore store;
    private final Request request;
    private final Grant decided;

    /** Null where the first store was passed over, or has lost it. */
    private volatile Grant ahead;

    AheadGrant(AheadStore store, Request request, Grant ahead, Grant decided) {
        this.store = store;
        this.request = request;
        this.ahead = ahead;
        this.decided = decided;
    }

    Grant decided() {
        return decided;
    }

    /** Null where there is none. */
    Grant ahead() {
        return ahead;
    }

    /** Nothing to the call. The first store gets back what it has not lost, of several keys. */
    void lostAhead() {
        Grant lost = ahead;
        ahead = null;
        if (lost != null) {
            store.leave(AheadStore.NOTHING, lost::release);
        }
    }

    @Override
    public Request request() {
        return request;
    }

    @Override
    public long sentAt() {
        return decided.sentAt();
    }

    @Override
    public long leaseMillis() {
        return decided.leaseMillis();
    }

    @Override
    public long token() {
        return decided.token();
    }

    @Override
    public StoreEntry entry() {
        return decided.entry();
    }

    @Override
    public CompletableFuture<String> lost() {
        return decided.lost();
    }

    @Override
    public CompletableFuture<Renewal> release() {
        return end(decided.release(), Grant::release);
    }

    @Override
    public CompletableFuture<Renewal> releaseAfter(long millis) {
        return end(
                decided.releaseAfter(millis),
                first -> store.isKeptAhead() ? first.releaseAfter(millis) : first.release());
    }

    /** First where it was taken last: the next call at the first store then finds the second one free. */
    private CompletableFuture<Renewal> end(
            CompletableFuture<Renewal> said, Function<Grant, CompletableFuture<Renewal>> command) {
        return store.leave(said, () -> {
            Grant first = ahead;
            return first == null ? AheadStore.NOTHING : command.apply(first);
        });
    }
}
