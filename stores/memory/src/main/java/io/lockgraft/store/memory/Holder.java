package io.lockgraft.store.memory;

import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import java.util.concurrent.CompletableFuture;

/** What holds a key: a kind of lock, and until when. */
final class Holder {
    private final Request request;
    private final CompletableFuture<String> lost;
    private long end;
    private long lastToken;

    Holder(Request request, CompletableFuture<String> lost) {
        this.request = request;
        this.lost = lost;
        extend(request.leaseNanos());
    }

    LockKind kind() {
        return request.kind();
    }

    Request request() {
        return request;
    }

    void extend(long nanos) {
        end = System.nanoTime() + nanos;
    }

    /** Negative once the lease is over. */
    long remaining() {
        return end - System.nanoTime();
    }

    /** The last of the fence tokens that its owner has; 0 for none. */
    long lastToken() {
        return lastToken;
    }

    void lastToken(long token) {
        lastToken = token;
    }

    CompletableFuture<String> lost() {
        return lost;
    }
}
