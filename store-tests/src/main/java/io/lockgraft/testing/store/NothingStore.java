package io.lockgraft.testing.store;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A store that grants everything at once and keeps nothing: for measuring what stands in front of a store. */
public final class NothingStore implements LockStore {
    @Override
    public Attempt acquire(Request request) {
        return new Granted(request);
    }

    @Override
    public List<CompletableFuture<Renewal>> renew(List<? extends Grant> grants) {
        List<CompletableFuture<Renewal>> renewed = new ArrayList<>(grants.size());
        for (int i = 0; i < grants.size(); i++) {
            renewed.add(held());
        }
        return renewed;
    }

    private static CompletableFuture<Renewal> held() {
        return CompletableFuture.completedFuture(Renewal.held(System.nanoTime()));
    }

    @Override
    public long questionNanos() {
        return 0;
    }

    @Override
    public void close() {}

    /** An attempt, and what it came to. */
    private static final class Granted implements Attempt, Grant {
        private final Request request;

        Granted(Request request) {
            this.request = request;
        }

        @Override
        public CompletableFuture<Answer> answer() {
            return CompletableFuture.completedFuture(Answer.granted(this));
        }

        @Override
        public boolean isContended() {
            return false;
        }

        @Override
        public void abandon() {}

        @Override
        public Request request() {
            return request;
        }

        @Override
        public long sentAt() {
            return request.madeAt();
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
            return CompletableFuture.completedFuture(Renewal.held(sentAt()));
        }

        @Override
        public CompletableFuture<Renewal> releaseAfter(long millis) {
            return release();
        }
    }
}
