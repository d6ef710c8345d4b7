package io.lockgraft.backend;

import java.util.concurrent.CompletableFuture;

/** What a store of a test has granted: given back as soon as it is asked to be. */
public class GrantDouble implements Grant {
    private final Request request;
    private final long sentAt;
    private final long token;
    private final PermitNumbers numbers;

    public GrantDouble(Request request, long sentAt, long token) {
        this(request, sentAt, token, PermitNumbers.NONE);
    }

    public GrantDouble(Request request, long sentAt, long token, PermitNumbers numbers) {
        this.request = request;
        this.sentAt = sentAt;
        this.token = token;
        this.numbers = numbers;
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
    public long token() {
        return token;
    }

    @Override
    public final PermitNumbers numbers() {
        return numbers;
    }

    @Override
    public CompletableFuture<Boolean> release() {
        return CompletableFuture.completedFuture(true);
    }

    @Override
    public CompletableFuture<Boolean> releaseAfter(long millis) {
        return release();
    }
}
