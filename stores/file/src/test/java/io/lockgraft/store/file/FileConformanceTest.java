package io.lockgraft.store.file;

import io.lockgraft.conformance.LocalKeysConformance;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockStore;
import io.lockgraft.store.memory.LocalKeys;
import io.lockgraft.testing.store.TestContext;
import java.io.File;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A file keeps what a store promises. */
@Execution(ExecutionMode.CONCURRENT)
final class FileConformanceTest extends LocalKeysConformance {
    @TempDir
    static File folder;

    private LocalKeys localKeys;

    @BeforeEach
    void find() throws Exception {
        localKeys = FileExclusion.of(folder, new TestContext().log()).localKeys;
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
    protected LocalKeys localKeys() {
        return localKeys;
    }
}
