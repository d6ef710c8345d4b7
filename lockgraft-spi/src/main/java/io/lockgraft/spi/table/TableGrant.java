package io.lockgraft.spi.table;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.thread.Pauses;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The keys of an attempt that has taken all of them. */
final class TableGrant implements Grant {
    private final TableStore store;
    private final Claim claim;
    private final long sentAt;
    private final long token;
    private volatile boolean ending;

    /** True after a question about many has failed: the next one is about this grant alone. */
    private volatile boolean alone;

    TableGrant(TableStore store, Claim claim, long sentAt, long token) {
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
    public long leaseMillis() {
        return request().leaseMillis();
    }

    @Override
    public long token() {
        return token;
    }

    @Override
    public CompletableFuture<String> lost() {
        return claim.lost();
    }

    Claim claim() {
        return claim;
    }

    /** What a renewal makes of its leases. A grant whose end is set keeps that end. */
    long renewalNanos() {
        return ending ? -1 : request().leaseNanos();
    }

    boolean isAlone() {
        return alone;
    }

    void setAlone(boolean now) {
        alone = now;
    }

    /** It is released, or lost. */
    void end() {
        claim.end();
        store.claims.remove(claim);
    }

    @Override
    public CompletableFuture<Renewal> release() {
        end();
        return answer(System.nanoTime(), store.returns.giveBack(request().keys(), claim));
    }

    @Override
    public CompletableFuture<Renewal> releaseAfter(long millis) {
        ending = true;
        store.claims.remove(claim);
        long asked = System.nanoTime();
        long end = asked + TimeUnit.MILLISECONDS.toNanos(millis);
        Question<Boolean> first = keepUntil(end);
        untilKnown(first, end, new Pauses());
        return answer(asked, first);
    }

    private Question<Boolean> keepUntil(long end) {
        long rest = Math.max(TimeUnit.MILLISECONDS.toNanos(1), end - System.nanoTime());
        Question<Boolean> extend = store.extend(request().keys(), claim, rest);
        store.ask(extend);
        return extend;
    }

    /** Asks again where the table did not answer: its keys would be free with the lease, and not at their end. */
    private void untilKnown(Question<Boolean> asked, long end, Pauses pauses) {
        asked.whenComplete((ours, failed) -> {
            if (failed != null && end - System.nanoTime() > 0) {
                store.clock().after(pauses.next(), () -> untilKnown(keepUntil(end), end, pauses));
            }
        });
    }

    private static CompletableFuture<Renewal> answer(long asked, CompletableFuture<Boolean> had) {
        return had.handle((ours, failed) -> Renewal.of(asked, ours, failed));
    }
}
