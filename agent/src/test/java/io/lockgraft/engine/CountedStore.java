package io.lockgraft.engine;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.store.AttemptDouble;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** Another store, whose grants are counted. */
public final class CountedStore implements LockStore {
    private final LockStore store;
    private final AtomicInteger grants = new AtomicInteger();

    public CountedStore(LockStore store) {
        this.store = store;
    }

    /** How many grants the engine has got; the last of them is this number. */
    public int grants() {
        return grants.get();
    }

    @Override
    public CompletableFuture<?> load() {
        return store.load();
    }

    @Override
    public Attempt acquire(Request request) {
        return AttemptDouble.of(store.acquire(request), grant -> {
            grants.incrementAndGet();
            return grant;
        });
    }

    @Override
    public List<CompletableFuture<Boolean>> renew(List<? extends Grant> grantsOut) {
        return store.renew(grantsOut);
    }

    @Override
    public long questionNanos() {
        return store.questionNanos();
    }

    @Override
    public void close() {
        store.close();
    }
}
