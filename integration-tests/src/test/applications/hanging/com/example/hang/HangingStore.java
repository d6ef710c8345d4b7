package com.example.hang;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.attempt.OpenAttempt;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Grants each request at once, and does not return from {@link #endWaiting}. */
final class HangingStore implements LockStore {
    @Override
    public Attempt acquire(Request request) {
        return new Granted(request);
    }

    @Override
    public List<CompletableFuture<Renewal>> renew(List<? extends Grant> grants) {
        List<CompletableFuture<Renewal>> renewed = new ArrayList<>();
        for (int i = 0; i < grants.size(); i++) {
            renewed.add(CompletableFuture.completedFuture(Renewal.held(System.nanoTime())));
        }
        return renewed;
    }

    @Override
    public long questionNanos() {
        return TimeUnit.SECONDS.toNanos(1);
    }

    @Override
    public CompletableFuture<?> endWaiting() {
        System.out.println("waits end");
        while (true) {
            try {
                TimeUnit.DAYS.sleep(1);
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        }
    }

    @Override
    public void close() {}

    private static final class Granted extends OpenAttempt {
        Granted(Request request) {
            answer.complete(Answer.granted(new Free(request)));
        }

        @Override
        public void abandon() {}
    }

    private static final class Free implements Grant {
        private final Request request;
        private final long sentAt = System.nanoTime();

        Free(Request request) {
            this.request = request;
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
        public long leaseMillis() {
            return request.leaseMillis();
        }

        @Override
        public long token() {
            return 0;
        }

        @Override
        public CompletableFuture<Renewal> release() {
            return CompletableFuture.completedFuture(Renewal.held(sentAt));
        }

        @Override
        public CompletableFuture<Renewal> releaseAfter(long millis) {
            return release();
        }
    }
}
