package io.lockgraft.store.file;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.Capability;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Reach;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.spi.table.TableStore;
import io.lockgraft.store.memory.LocalKeys;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Locks of the JVMs of one host. */
public final class FileStore extends TableStore {
    /** What it keeps. The kernel frees the bytes of a process that dies. */
    public static final Capabilities CAPABILITIES = Capabilities.of(Reach.HOST)
            .keeping(LockKind.values())
            .leases(1, Long.MAX_VALUE)
            .question(LocalKeys.QUESTION_MILLIS)
            .freedAfterDeath(0)
            .deadWaiters(0, 0)
            .with(Capability.SEVERAL_PERMITS, Capability.TURNS, Capability.RAISES_TOKENS, Capability.PROCESSES);

    /** Interval of the watch while keys are used: it ends leases that are over, and finds files that were replaced. */
    private static final long BEAT = TimeUnit.SECONDS.toNanos(1);

    private final FileExclusion exclusion;
    private final String host;
    private final AtomicBoolean watched = new AtomicBoolean();

    public FileStore(StoreContext context, File folder) {
        this(context, FileExclusion.of(folder, context.log()));
    }

    FileStore(StoreContext context, FileExclusion exclusion) {
        super(context, "file", exclusion.localKeys);
        this.exclusion = exclusion;
        this.host = context.jvm().host();
    }

    @Override
    public Attempt acquire(Request request) {
        Attempt attempt = super.acquire(request);
        watch();
        return attempt;
    }

    /** An entry for each process, whose owners it does not tell. Reads a list of the kernel, which never blocks. */
    @Override
    public CompletableFuture<List<StoredLock>> locks(String key) {
        CompletableFuture<List<StoredLock>> told = new CompletableFuture<>();
        try {
            List<StoredLock> locks = new ArrayList<>();
            for (long process : exclusion.processes(key)) {
                String owner = host.isEmpty() ? String.valueOf(process) : host + ':' + process;
                locks.add(new StoredLock(key, owner, null, null, -1, -1));
            }
            told.complete(locks);
        } catch (IOException e) {
            told.completeExceptionally(e);
        }
        return told;
    }

    /** Also tells of a folder that it has made: its path may be a wrong one. */
    @Override
    public CompletableFuture<List<String>> probe() {
        boolean wasThere = exclusion.folder.isThere();
        return super.probe().thenApply(said -> {
            List<String> all = new ArrayList<>(said);
            if (!wasThere) {
                all.add("made the folder " + exclusion.folder + ", it was missing");
            }
            return all;
        });
    }

    private void watch() {
        if (!exclusion.localKeys.isEmpty() && watched.compareAndSet(false, true)) {
            clock().after(BEAT, () -> {
                watched.set(false);
                try {
                    exclusion.localKeys.lookAtAll();
                } finally {
                    watch();
                }
            });
        }
    }
}
