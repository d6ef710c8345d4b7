package io.lockgraft.spi.polled;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Request;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The keys of an attempt that has entered all of them. */
final class PolledGrant implements Grant {
    private final PolledStore store;
    private final Claim claim;
    private final long sentAt;
    private final long token;
    private volatile boolean ending;

    PolledGrant(PolledStore store, Claim claim, long sentAt, long token) {
        this.store = store;
        this.claim = claim;
        this.sentAt = sentAt;
        this.token = token;
    }

    @Override
    public Request request() {
        return claim.request();
    }

    @Override
    public long sentAt() {
        return sentAt;
    }

    @Override
    public long token() {
        return token;
    }

    @Override
    public CompletableFuture<String> lost() {
        return claim.lost();
    }

    /** A grant whose end is set keeps that end. */
    CompletableFuture<Boolean> renew() {
        return extend(ending ? -1 : request().leaseNanos());
    }

    @Override
    public CompletableFuture<Boolean> release() {
        return store.leave(request().keys(), claim);
    }

    @Override
    public CompletableFuture<Boolean> releaseAfter(long millis) {
        ending = true;
        return extend(TimeUnit.MILLISECONDS.toNanos(Math.max(1, millis)));
    }

    private CompletableFuture<Boolean> extend(long nanos) {
        return PolledStore.asked(() -> store.table.extend(request().keys(), claim, nanos));
    }
}
