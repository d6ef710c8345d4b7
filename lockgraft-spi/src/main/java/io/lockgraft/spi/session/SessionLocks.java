package io.lockgraft.spi.session;

import io.lockgraft.spi.Capability;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.StoreEntry;
import io.lockgraft.spi.StoredLock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * What people and compounds ask of a {@link SessionStore}, asked in one of its sessions. See {@link LockStore} for each
 * of them. A store that declares a capability implements what belongs to it.
 */
public interface SessionLocks {
    /** Those that hold this key. Of stores with {@link Capability#LOCKS}, as {@link #scanSize} and {@link #scan}. */
    default CompletableFuture<List<StoredLock>> locks(String key) {
        return LockStore.unsupported("this store does not tell who holds a key");
    }

    default CompletableFuture<Long> scanSize() {
        return LockStore.unsupported("this store does not tell who holds its keys");
    }

    default CompletableFuture<?> scan(String beginning, Consumer<StoredLock> each) {
        return LockStore.unsupported("this store does not tell who holds its keys");
    }

    /** Of stores with {@link Capability#UNLOCK}. */
    default CompletableFuture<Boolean> unlock(String key, String owner) {
        return LockStore.unsupported("this store takes no key away from its owner");
    }

    /** Of stores with {@link Capability#ENTRIES}. */
    default CompletableFuture<StoreEntry> replaceEntry(String namespace, String before, String after) {
        return LockStore.unsupported("this store keeps no entries");
    }
}
