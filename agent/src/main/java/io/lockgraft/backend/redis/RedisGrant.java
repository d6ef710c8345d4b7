package io.lockgraft.backend.redis;

import io.lockgraft.backend.Grant;
import io.lockgraft.backend.PermitNumbers;
import io.lockgraft.backend.Request;
import io.lockgraft.backend.UnprovenException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A lock that Redis has granted. */
final class RedisGrant implements Grant {
    private final Commands commands;
    private final Release release;
    private final Request request;
    private final List<Request> parts;
    private final long sentAt;
    private final long token;
    private final PermitNumbers numbers;
    private final boolean doubtful;

    /**
     * @param granted the request, divided into what one script can serve, and what came of it
     * @param doubtful whether another acquire command of this owner may still be on its way
     */
    RedisGrant(Commands commands, Release release, Request request, Parts granted, boolean doubtful) {
        this.commands = commands;
        this.release = release;
        this.request = request;
        this.parts = granted.all();
        this.sentAt = granted.begun();
        this.token = granted.token();
        this.numbers = granted.numbers();
        this.doubtful = doubtful;
    }

    @Override
    public Request request() {
        return request;
    }

    List<Request> parts() {
        return parts;
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
    public PermitNumbers numbers() {
        return numbers;
    }

    @Override
    public CompletableFuture<Boolean> release() {
        return inReverse(part -> release.give(commands, part, doubtful));
    }

    @Override
    public CompletableFuture<Boolean> releaseAfter(long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        return inReverse(part -> {
            Call<Long> call = commands.extend(part, millis, doubtful);
            call.whenComplete((ours, error) -> {
                if (error != null || Scripts.isForgotten(ours)) {
                    release.insistAt(commands, part, end);
                }
            });
            return call;
        });
    }

    private CompletableFuture<Boolean> inReverse(Function<Request, Call<Long>> command) {
        List<Call<Long>> calls = new ArrayList<>(parts.size());
        for (int i = parts.size() - 1; i >= 0; i--) {
            calls.add(0, command.apply(parts.get(i)));
        }
        CompletableFuture<Boolean> answer = all(calls);
        return commands.areConfirmed() ? proven(answer, calls) : answer;
    }

    /**
     * Where replicas confirm grants, the word of a master is not enough that it was ours: another may have its place, and
     * have granted the same to somebody else. The replicas must still follow the one that has said so.
     */
    private CompletableFuture<Boolean> proven(CompletableFuture<Boolean> answer, List<Call<Long>> calls) {
        CompletableFuture<Boolean> proven = new CompletableFuture<>();
        answer.thenCompose(ours -> ours ? allProven(calls).thenApply(done -> true) : answer)
                .whenComplete((ours, error) ->
                        Futures.complete(proven, ours, error == null ? null : unproven(answer, Failure.of(error))));
        return proven;
    }

    private CompletableFuture<Void> allProven(List<Call<Long>> calls) {
        CompletableFuture<?>[] proofs = new CompletableFuture<?>[calls.size()];
        for (int i = 0; i < proofs.length; i++) {
            proofs[i] = commands.prove(parts.get(i), calls.get(i).server());
        }
        return CompletableFuture.allOf(proofs);
    }

    private static UnprovenException unproven(CompletableFuture<Boolean> answer, Failure why) {
        if (answer.isCompletedExceptionally()) {
            return new UnprovenException(
                    "the lock server did not say at its release that it still had it", why.cause());
        }
        String said = why.told().getMessage();
        return new UnprovenException("the lock server released it, but may be the master no more: " + said, null);
    }

    /** Whether all of them were ours; where one failed, why, once all are there. */
    static CompletableFuture<Boolean> all(List<? extends CompletableFuture<Long>> answers) {
        CompletableFuture<Boolean> all = new CompletableFuture<>();
        CompletableFuture.allOf(answers.toArray(new CompletableFuture<?>[0])).whenComplete((done, error) -> {
            if (error != null) {
                all.completeExceptionally(Failure.of(error).told());
                return;
            }
            boolean ours = true;
            for (CompletableFuture<Long> answer : answers) {
                ours &= Scripts.wasOurs(answer.join());
            }
            all.complete(ours);
        });
        return all;
    }
}
