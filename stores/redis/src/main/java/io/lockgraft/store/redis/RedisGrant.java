package io.lockgraft.store.redis;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoreEntry;
import io.lockgraft.spi.thread.Clock;
import io.lockgraft.store.redis.client.Call;
import io.lockgraft.store.redis.client.Commands;
import io.lockgraft.store.redis.failure.Failure;
import io.lockgraft.store.redis.script.Scripts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** A lock that Redis has granted. */
final class RedisGrant implements Grant {
    /** A proof that does not come says why so long before the lease ends. */
    private static final long LAST_WORD = TimeUnit.MILLISECONDS.toNanos(50);

    final Commands commands;

    /** The request, divided into what one script can serve, and what came of it. */
    final Parts parts;

    private final RepeatedRelease release;
    private final Request request;
    private final boolean doubtful;

    /** Done when what a renewal writes beside the locks is written; null where none has. Under the monitor of this. */
    private CompletableFuture<Void> telling;

    private boolean ending;

    /** From when on its lease runs. */
    private volatile long since;

    /** @param doubtful whether another acquire command of this owner may still be on its way */
    RedisGrant(Commands commands, RepeatedRelease release, Request request, Parts parts, boolean doubtful) {
        this.commands = commands;
        this.release = release;
        this.request = request;
        this.parts = parts;
        this.doubtful = doubtful;
        this.since = parts.begun();
        if (request.tokenAbove() > 0 && Commands.tells(request)) {
            // Its owner may have had the lock before, and the renewals of that grant have told of it.
            this.telling = CompletableFuture.completedFuture(null);
        }
    }

    @Override
    public Request request() {
        return request;
    }

    @Override
    public long sentAt() {
        return parts.begun();
    }

    @Override
    public long leaseMillis() {
        return request.leaseMillis();
    }

    @Override
    public long token() {
        return parts.token();
    }

    @Override
    public StoreEntry entry() {
        return parts.entry();
    }

    /** Notes what a renewal says. */
    Renewal renewed(Renewal said) {
        if (said.isHeld()) {
            since = said.since();
        }
        return said;
    }

    /**
     * Tells of its owner beside the locks, unless it is on its way back.
     *
     * @param held whether it has been renewed
     */
    void tell(boolean held) {
        if (!held || !Commands.tells(request)) {
            return;
        }
        CompletableFuture<Void> written = new CompletableFuture<>();
        synchronized (this) {
            if (ending) {
                return;
            }
            // An earlier one may be on its way still, and must not arrive behind what removes it.
            telling = telling == null ? written : CompletableFuture.allOf(telling, written);
        }
        try {
            CompletableFuture.allOf(parts.all.stream()
                            .map(part -> commands.tell(part, sentAt()))
                            .toArray(CompletableFuture[]::new))
                    .whenComplete((done, failed) -> written.complete(null));
        } catch (RuntimeException | Error e) {
            written.complete(null);
            throw e;
        }
    }

    /** Nothing is told any more. What has been told is removed once it is written. */
    private synchronized CompletableFuture<Void> endTelling() {
        ending = true;
        return telling;
    }

    @Override
    public CompletableFuture<Renewal> release() {
        return proven(giveBack());
    }

    /** Releases it, and answers by the server's word alone. */
    CompletableFuture<Boolean> giveBack() {
        return inReverse(part -> release.give(commands, part, sentAt(), doubtful));
    }

    @Override
    public CompletableFuture<Renewal> releaseAfter(long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        return proven(inReverse(part -> {
            Call<Long> call = commands.extend(part, millis, doubtful);
            call.whenComplete((ours, error) -> {
                if (error != null || Scripts.isForgotten(ours)) {
                    release.insistAt(commands, part, end);
                }
            });
            return call;
        }));
    }

    private CompletableFuture<Boolean> inReverse(Function<Request, Call<Long>> command) {
        CompletableFuture<Void> told = endTelling();
        List<CompletableFuture<Long>> answers = new ArrayList<>(parts.all.size());
        for (int i = parts.all.size() - 1; i >= 0; i--) {
            Request part = parts.all.get(i);
            if (told != null) {
                // Before the release: with that, the JVM may end.
                told.thenRun(() -> commands.forget(part));
            }
            answers.add(command.apply(part));
        }
        return all(answers);
    }

    /**
     * Where replicas confirm grants, a master's word is not enough: a new master may have granted the same lock. What
     * is not proven by the end of the lease is lost.
     */
    private CompletableFuture<Renewal> proven(CompletableFuture<Boolean> released) {
        long asked = System.nanoTime();
        CompletableFuture<Renewal> said = released.handle((ours, error) -> Renewal.of(asked, ours, error));
        if (!commands.areConfirmed()) {
            return said;
        }
        long leaseEnd = since + request.leaseNanos();
        if (leaseEnd - asked <= 0) {
            // Nothing can prove it any more, but the server may say that the key is free.
            return said.thenApply(its -> its.isLost() ? its : late(its));
        }
        CompletableFuture<Renewal> proven =
                said.thenCompose(its -> its.isLost() ? said : proof(its, leaseEnd - LAST_WORD));
        Future<?> end = release.clock.after(leaseEnd - asked, () -> proven.complete(late(said.getNow(null))));
        proven.whenComplete((known, none) -> Clock.cancel(end));
        return proven;
    }

    private CompletableFuture<Renewal> proof(Renewal said, long until) {
        boolean areComing = said.cause() != null;
        return CompletableFuture.allOf(parts.all.stream()
                        .map(part -> commands.proof(part, until, doubtful || areComing, areComing))
                        .toArray(CompletableFuture[]::new))
                .handle((done, error) -> error == null
                        ? said
                        : Renewal.lost(
                                "nobody confirms that the lock server still had it at its release: "
                                        + Failure.of(error).told().getMessage(),
                                said.cause()));
    }

    /** @param said null where the server has not answered the release either */
    private static Renewal late(Renewal said) {
        return Renewal.lost(
                "nobody confirmed in time that it was held until its release",
                said == null ? Failure.of(new TimeoutException()).told() : said.cause());
    }

    /** Whether all of them were held; where one failed, why, once all are there. */
    static CompletableFuture<Boolean> all(List<CompletableFuture<Long>> answers) {
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
