package io.lockgraft.store.compound;

import static org.junit.jupiter.api.Assumptions.abort;

import io.lockgraft.conformance.MajorityConformance;
import io.lockgraft.spi.LockStore;
import io.lockgraft.store.file.FileStore;
import io.lockgraft.store.memory.LocalStore;
import io.lockgraft.store.memory.Places;
import io.lockgraft.testing.LostPlaces;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A majority of stores of different kinds keeps what a majority of servers does. */
@Execution(ExecutionMode.CONCURRENT)
final class MajorityOfKindsTest extends MajorityConformance {
    @TempDir
    static File folder;

    private final Places one = new Places();
    private final Places two = new Places();

    private List<Places> all() throws IOException {
        return List.of(one, FileStore.places(folder), two);
    }

    @Override
    protected LockStore majorityOf(List<LockStore> stores) {
        return new MajorityStore(stores);
    }

    @Override
    protected List<LockStore> openServers() {
        return List.of(new LocalStore(one, "one"), new FileStore(folder), new LocalStore(two, "two"));
    }

    @Override
    protected LostPlaces watchPlaces() {
        return LostPlaces.NONE;
    }

    /** By any of the stores: what is left behind at one of them is left behind. */
    @Override
    protected boolean isHeld(String key) throws IOException {
        return all().stream().anyMatch(store -> store.isHeld(key));
    }

    @Override
    protected Set<String> leftOf(List<String> keys) throws IOException {
        return all().stream().flatMap(store -> store.left(keys).stream()).collect(Collectors.toSet());
    }

    @Override
    protected void delete(String key) throws IOException {
        for (Places each : all()) {
            each.lose(key, "it was deleted");
        }
    }

    @Override
    protected void freeze() {
        abort("none of these stores is ever silent");
    }

    @Override
    protected void thaw() {}
}
