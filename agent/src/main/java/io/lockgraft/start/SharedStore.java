package io.lockgraft.start;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.StoreEntry;
import io.lockgraft.spi.StoredLock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** One user's part in a store that rules and compounds have in common. The store is closed with its last user. */
final class SharedStore implements LockStore {
    private final Opened opened;
    private final LockStore store;
    private final AtomicBoolean closed = new AtomicBoolean();

    private SharedStore(Opened opened, LockStore store) {
        this.opened = opened;
        this.store = store;
    }

    /** A store with a name: opened by its first user. */
    static final class Opened {
        private final StoreConfiguration configuration;
        private final ReentrantLock lock = new ReentrantLock();
        private LockStore store;
        private int users;

        Opened(StoreConfiguration configuration) {
            this.configuration = configuration;
        }

        LockStore open(StoreContext context) {
            lock.lock();
            try {
                if (store == null) {
                    store = configuration.open(context);
                }
                users++;
                return new SharedStore(this, store);
            } finally {
                lock.unlock();
            }
        }

        private void close() {
            LockStore last = null;
            lock.lock();
            try {
                users--;
                if (users == 0) {
                    last = store;
                    store = null;
                }
            } finally {
                lock.unlock();
            }
            if (last != null) {
                last.close();
            }
        }
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
    public CompletableFuture<StoreEntry> entry(String namespace) {
        return store.entry(namespace);
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
    public CompletableFuture<List<String>> probe() {
        return store.probe();
    }

    @Override
    public CompletableFuture<List<StoredLock>> locks(String key) {
        return store.locks(key);
    }

    @Override
    public CompletableFuture<Long> scanSize() {
        return store.scanSize();
    }

    @Override
    public CompletableFuture<?> scan(String beginning, Consumer<StoredLock> each) {
        return store.scan(beginning, each);
    }

    @Override
    public CompletableFuture<Boolean> unlock(String key, String owner) {
        return store.unlock(key, owner);
    }

    @Override
    public CompletableFuture<?> endWaiting() {
        return store.endWaiting();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            opened.close();
        }
    }
}
