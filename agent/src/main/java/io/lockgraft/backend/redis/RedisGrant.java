package io.lockgraft.backend.redis;

import io.lockgraft.backend.Grant;
import io.lockgraft.backend.Request;
import java.util.concurrent.CompletableFuture;

/** A lock that Redis has granted. */
final class RedisGrant implements Grant {
    private final Commands commands;
    private final Release release;
    private final Request request;
    private final long sentAt;
    private final boolean doubtful;

    /** @param doubtful whether another acquire command of this owner may still be on its way */
    RedisGrant(Commands commands, Release release, Request request, long sentAt, boolean doubtful) {
        this.commands = commands;
        this.release = release;
        this.request = request;
        this.sentAt = sentAt;
        this.doubtful = doubtful;
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
        return 0;
    }

    @Override
    public CompletableFuture<Boolean> releaseAfter(long millis) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<Boolean> release() {
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        Call<Long> call = doubtful ? commands.bury(request) : commands.release(request);
        call.whenComplete((ours, error) -> {
            if (error == null) {
                answer.complete(Scripts.wasOurs(ours));
            } else {
                answer.completeExceptionally(Failure.of(error).told());
            }
            if (error != null || Scripts.isForgotten(ours)) {
                release.insist(commands, request);
            }
        });
        return answer;
    }
}
