package io.lockgraft.store.file;

import static org.junit.jupiter.api.Assumptions.abort;

import io.lockgraft.conformance.StoreConformance;
import io.lockgraft.spi.LockStore;
import io.lockgraft.store.memory.Places;
import java.io.File;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A file keeps what a store promises, but that it is never silent. */
@Execution(ExecutionMode.CONCURRENT)
final class FileConformanceTest extends StoreConformance {
    @TempDir
    static File folder;

    private Places places;

    @BeforeEach
    void find() throws Exception {
        places = FileStore.places(folder);
    }

    @Override
    protected LockStore open() throws Exception {
        return new FileStore(folder);
    }

    @Override
    protected boolean isHeld(String key) {
        return places.isHeld(key);
    }

    @Override
    protected Set<String> leftOf(List<String> keys) {
        return new TreeSet<>(places.left(keys));
    }

    @Override
    protected void delete(String key) {
        places.lose(key, "it was deleted");
    }

    @Override
    protected void freeze() {
        abort("a file is never silent");
    }

    @Override
    protected void thaw() {}
}
