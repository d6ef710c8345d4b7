package io.lockgraft.backend.quorum;

import io.lockgraft.backend.Backend;
import io.lockgraft.backend.BackendConformance;
import io.lockgraft.backend.LostPlaces;
import io.lockgraft.backend.MemoryBackend;
import io.lockgraft.backend.MemoryStore;
import io.lockgraft.rules.LockKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A quorum of three stores in memory is a backend. */
final class MemoryQuorumTest extends BackendConformance {
    private final List<MemoryStore> stores = Arrays.asList(new MemoryStore(), new MemoryStore(), new MemoryStore());

    @Override
    protected Backend open() {
        List<Backend> servers = new ArrayList<>();
        for (MemoryStore store : stores) {
            servers.add(new MemoryBackend(store));
        }
        return new QuorumBackend(servers);
    }

    /** In order are the kinds that need the server with the queue. */
    @Override
    protected boolean keepsOrder(LockKind kind) {
        return kind == LockKind.WRITE;
    }

    @Override
    protected LostPlaces watchPlaces() {
        return stores.get(0).watchPlaces();
    }

    @Override
    protected boolean countsInOnePlace() {
        return false;
    }

    @Override
    protected int mostPermits() {
        return 1;
    }

    /** By any of the servers: what is left behind at one of them is left behind. */
    @Override
    protected boolean isHeld(String key) {
        return stores.stream().anyMatch(store -> store.isHeld(key));
    }

    @Override
    protected void delete(String key) {
        stores.forEach(store -> store.delete(key));
    }

    @Override
    protected void freeze() {
        stores.forEach(MemoryStore::freeze);
    }

    @Override
    protected void thaw() {
        stores.forEach(MemoryStore::thaw);
    }
}
