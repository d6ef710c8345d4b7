package io.lockgraft.testing.store;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoreEntry;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Another store, for tests that change something of it. */
public class ForwardingStore implements LockStore {
    private final LockStore store;

    protected ForwardingStore(LockStore store) {
        this.store = store;
    }

    @Override
    public CompletableFuture<?> load() {
        return store.load();
    }

    @Override
    public Attempt acquire(Request request) {
        return store.acquire(request);
    }

    @Override
    public List<CompletableFuture<Renewal>> renew(List<? extends Grant> grants) {
        return store.renew(grants);
    }

    @Override
    public CompletableFuture<StoreEntry> replaceEntry(String namespace, String before, String after) {
        return store.replaceEntry(namespace, before, after);
    }

    @Override
    public long questionNanos() {
        return store.questionNanos();
    }

    @Override
    public CompletableFuture<?> endWaiting() {
        return store.endWaiting();
    }

    @Override
    public void close() {
        store.close();
    }
}
