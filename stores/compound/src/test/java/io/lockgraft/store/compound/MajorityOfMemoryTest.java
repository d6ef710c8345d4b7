package io.lockgraft.store.compound;

import io.lockgraft.conformance.MajorityConformance;
import io.lockgraft.conformance.jvm.Opening;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockStore;
import io.lockgraft.testing.store.FaultyServer;
import io.lockgraft.testing.store.FaultyStore;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;

/** A quorum of three stores in memory is a backend. */
@Tag("whole")
final class MajorityOfMemoryTest extends MajorityConformance {
    private final List<FaultyServer> stores = Arrays.asList(new FaultyServer(), new FaultyServer(), new FaultyServer());

    @Override
    protected Capabilities capabilities() {
        return MajorityStore.capabilities(FaultyStore.CAPABILITIES);
    }

    @Override
    protected Opening opening() {
        return context -> new MajorityStore(
                context, stores.stream().<LockStore>map(FaultyStore::new).toList());
    }

    /** By any of the servers: what is left behind at one of them is left behind. */
    @Override
    protected boolean isHeld(String key) {
        return stores.stream().anyMatch(store -> store.isHeld(key));
    }

    @Override
    protected Set<String> leftOf(List<String> keys) {
        return stores.stream().flatMap(store -> store.left(keys).stream()).collect(Collectors.toSet());
    }

    @Override
    protected void delete(String key) {
        stores.forEach(store -> store.delete(key));
    }

    @Override
    protected void freeze() {
        stores.forEach(FaultyServer::freeze);
    }

    @Override
    protected void thaw() {
        stores.forEach(FaultyServer::thaw);
    }
}
