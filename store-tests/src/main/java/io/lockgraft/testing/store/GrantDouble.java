package io.lockgraft.testing.store;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import java.util.concurrent.CompletableFuture;

/** What a store of a test has granted: given back as soon as it is asked to be. */
public class GrantDouble implements Grant {
    private final Request request;
    private final long sentAt;
    private final long token;

    public GrantDouble(Request request, long sentAt, long token) {
        this.request = request;
        this.sentAt = sentAt;
        this.token = token;
    }

    @Override
    public final Request request() {
        return request;
    }

    @Override
    public final long sentAt() {
        return sentAt;
    }

    @Override
    public long leaseMillis() {
        return request.leaseMillis();
    }

    @Override
    public long token() {
        return token;
    }

    @Override
    public CompletableFuture<Renewal> release() {
        return CompletableFuture.completedFuture(Renewal.held(System.nanoTime()));
    }

    @Override
    public CompletableFuture<Renewal> releaseAfter(long millis) {
        return release();
    }
}
