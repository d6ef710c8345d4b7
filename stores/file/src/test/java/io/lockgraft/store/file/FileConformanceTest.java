package io.lockgraft.store.file;

import io.lockgraft.conformance.PlacesConformance;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockStore;
import io.lockgraft.store.memory.Places;
import io.lockgraft.testing.store.TestContext;
import java.io.File;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A file keeps what a store promises. */
@Execution(ExecutionMode.CONCURRENT)
final class FileConformanceTest extends PlacesConformance {
    @TempDir
    static File folder;

    private Places places;

    @BeforeEach
    void find() throws Exception {
        places = FileOuter.of(folder, new TestContext().log()).places;
    }

    @Override
    protected Capabilities capabilities() {
        return FileStore.CAPABILITIES;
    }

    @Override
    protected LockStore open() throws Exception {
        return new FileStore(new TestContext(), folder);
    }

    @Override
    protected Places places() {
        return places;
    }
}
