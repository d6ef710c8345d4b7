package io.lockgraft.extension;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoreEntry;
import io.lockgraft.spi.StoredLock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A store of an extension. Classes that do not fit this Lockgraft show when they are first used, as errors. Each
 * becomes an exception that names the extension, so that a call is unavailable and its rule's onUnavailable applies.
 */
final class ExtensionStore implements LockStore {
    private final LockStore store;
    private final String who;
    private final long questionNanos;

    /** @param who names the store in messages */
    ExtensionStore(LockStore store, String who) {
        this.store = store;
        this.who = who;
        this.questionNanos = store.questionNanos();
    }

    private <T> T ask(Supplier<T> question) {
        try {
            return question.get();
        } catch (LinkageError e) {
            throw new IllegalStateException(who + ' ' + Fault.of(e), e);
        }
    }

    @Override
    public CompletableFuture<?> load() {
        return ask(store::load);
    }

    @Override
    public Attempt acquire(Request request) {
        return ask(() -> store.acquire(request));
    }

    @Override
    public List<CompletableFuture<Renewal>> renew(List<? extends Grant> grants) {
        return ask(() -> store.renew(grants));
    }

    @Override
    public CompletableFuture<StoreEntry> entry(String namespace) {
        return ask(() -> store.entry(namespace));
    }

    @Override
    public CompletableFuture<StoreEntry> replaceEntry(String namespace, String before, String after) {
        return ask(() -> store.replaceEntry(namespace, before, after));
    }

    @Override
    public long questionNanos() {
        return questionNanos;
    }

    @Override
    public CompletableFuture<List<String>> probe() {
        return ask(store::probe);
    }

    @Override
    public CompletableFuture<List<StoredLock>> locks(String key) {
        return ask(() -> store.locks(key));
    }

    @Override
    public CompletableFuture<Long> scanSize() {
        return ask(store::scanSize);
    }

    @Override
    public CompletableFuture<?> scan(String beginning, Consumer<StoredLock> each) {
        return ask(() -> store.scan(beginning, each));
    }

    @Override
    public CompletableFuture<Boolean> unlock(String key, String owner) {
        return ask(() -> store.unlock(key, owner));
    }

    @Override
    public CompletableFuture<?> endWaiting() {
        return ask(store::endWaiting);
    }

    @Override
    public void close() {
        ask(() -> {
            store.close();
            return null;
        });
    }
}
