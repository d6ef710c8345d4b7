package io.lockgraft.store.file;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.polled.PolledStore;
import io.lockgraft.store.memory.Places;
import java.io.File;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Locks of the JVMs of one host. The file is opened by the first call, and by the next one where that failed. */
public final class FileStore extends PolledStore {
    private static final long GRACE = TimeUnit.MILLISECONDS.toNanos(50);

    /** So often, while keys are held: a lease that is over frees its bytes, and a file that was replaced is a loss. */
    private static final long BEAT = TimeUnit.SECONDS.toNanos(1);

    private final FileTable table;
    private final AtomicBoolean watched = new AtomicBoolean();

    public FileStore(File folder) {
        this(new FileTable(folder));
    }

    private FileStore(FileTable table) {
        super(table, "lockgraft-file", GRACE);
        this.table = table;
    }

    /**
     * What this process has of a folder's locks.
     *
     * @throws IOException with a message that says what to do
     */
    public static Places places(File folder) throws IOException {
        return FileTable.open(folder);
    }

    /** Fails with a message that says what to do. */
    @Override
    public CompletableFuture<?> load() {
        return table.places();
    }

    @Override
    public Attempt acquire(Request request) {
        Attempt attempt = super.acquire(request);
        watch();
        return attempt;
    }

    private void watch() {
        if (!table.isEmpty() && watched.compareAndSet(false, true)) {
            clock().after(BEAT, () -> {
                watched.set(false);
                table.lookAtAll();
                watch();
            });
        }
    }
}
