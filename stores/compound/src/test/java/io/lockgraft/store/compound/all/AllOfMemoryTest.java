package io.lockgraft.store.compound.all;

import io.lockgraft.conformance.StoreConformance;
import io.lockgraft.conformance.jvm.Opening;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.testing.store.FaultyServer;
import io.lockgraft.testing.store.FaultyStore;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;

/** Two stores in memory that must both grant are a store. */
@Tag("whole")
final class AllOfMemoryTest extends StoreConformance {
    private final List<FaultyServer> servers = Arrays.asList(new FaultyServer(), new FaultyServer());

    @Override
    protected Capabilities capabilities() {
        return AllStore.capabilities(Arrays.asList(FaultyStore.CAPABILITIES, FaultyStore.CAPABILITIES));
    }

    /** JVMs name the stores in any order. */
    @Override
    protected Opening opening() {
        return opening(servers.get(0), servers.get(1));
    }

    @Override
    protected Opening openingThere() {
        return opening(servers.get(1), servers.get(0));
    }

    private static Opening opening(FaultyServer one, FaultyServer other) {
        return context -> new AllStore(
                context,
                Arrays.asList(
                        new Part(new FaultyStore(one), FaultyStore.CAPABILITIES, "one"),
                        new Part(new FaultyStore(other), FaultyStore.CAPABILITIES, "other")));
    }

    @Override
    protected boolean isHeld(String key) {
        return servers.stream().anyMatch(server -> server.isHeld(key));
    }

    @Override
    protected Set<String> leftOf(List<String> keys) {
        return servers.stream().flatMap(server -> server.left(keys).stream()).collect(Collectors.toSet());
    }

    @Override
    protected void delete(String key) {
        servers.forEach(server -> server.delete(key));
    }

    @Override
    protected void freeze() {
        servers.forEach(FaultyServer::freeze);
    }

    @Override
    protected void thaw() {
        servers.forEach(FaultyServer::thaw);
    }
}
