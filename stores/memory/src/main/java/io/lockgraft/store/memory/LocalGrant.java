package io.lockgraft.store.memory;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Request;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The keys of one attempt that has entered all of them. */
final class LocalGrant implements Grant {
    private final Places places;
    private final Request request;
    private final Owner owner;
    private final long sentAt;
    private final long token;
    private final CompletableFuture<String> lost;
    private volatile boolean ending;

    LocalGrant(Places places, Request request, Owner owner, long sentAt, long token, CompletableFuture<String> lost) {
        this.places = places;
        this.request = request;
        this.owner = owner;
        this.sentAt = sentAt;
        this.token = token;
        this.lost = lost;
    }

    @Override
    public Request request() {
        return request;
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
        return lost;
    }

    /** False where a key is not the owner's any more. A grant whose end is set keeps that end. */
    boolean renew() {
        return extend(ending ? -1 : request.leaseNanos());
    }

    @Override
    public CompletableFuture<Boolean> release() {
        List<String> keys = request.keys();
        boolean all = true;
        for (int i = keys.size() - 1; i >= 0; i--) {
            all &= places.leave(keys.get(i), owner);
        }
        return CompletableFuture.completedFuture(all);
    }

    @Override
    public CompletableFuture<Boolean> releaseAfter(long millis) {
        ending = true;
        return CompletableFuture.completedFuture(extend(TimeUnit.MILLISECONDS.toNanos(Math.max(1, millis))));
    }

    /** @param nanos negative: only looks */
    private boolean extend(long nanos) {
        boolean all = true;
        for (String key : request.keys()) {
            all &= places.extend(key, owner, nanos);
        }
        return all;
    }
}
