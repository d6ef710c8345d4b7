package io.lockgraft.store.memory;

import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.polled.Claim;
import java.util.concurrent.CompletableFuture;

/** What holds a key: a kind of lock, and until when. */
final class Holder {
    private final Claim claim;
    private long end;
    private long lastToken;

    Holder(Claim claim) {
        this.claim = claim;
        extend(request().leaseNanos());
    }

    LockKind kind() {
        return request().kind();
    }

    Request request() {
        return claim.request();
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
        return claim.lost();
    }
}
