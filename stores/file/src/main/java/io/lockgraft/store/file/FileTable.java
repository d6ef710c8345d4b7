package io.lockgraft.store.file;

import io.lockgraft.spi.polled.Claim;
import io.lockgraft.spi.polled.KeyTable;
import io.lockgraft.store.memory.Places;
import java.io.File;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * What this process has of the locks of one folder: calls of this JVM meet in memory, and one of them asks the file.
 */
final class FileTable implements KeyTable {
    /** One file is opened once for the whole process, and never closed: see {@link LockFile}. */
    private static final Map<File, Places> OPEN = new HashMap<>();

    private final File folder;
    private volatile Places places;

    FileTable(File folder) {
        this.folder = folder;
    }

    /** Fails with a message that says what to do. */
    CompletableFuture<Places> places() {
        CompletableFuture<Places> opened = new CompletableFuture<>();
        try {
            if (places == null) {
                places = open(folder);
            }
            opened.complete(places);
        } catch (IOException e) {
            opened.completeExceptionally(e);
        }
        return opened;
    }

    static Places open(File folder) throws IOException {
        synchronized (OPEN) {
            File whole = folder.getCanonicalFile();
            Places open = OPEN.get(whole);
            if (open == null) {
                open = new Places(new FileOuter(whole));
                OPEN.put(whole, open);
            }
            return open;
        }
    }

    boolean isEmpty() {
        Places open = places;
        return open == null || open.isEmpty();
    }

    void lookAtAll() {
        places.lookAtAll();
    }

    private <T> CompletableFuture<T> ask(Function<Places, CompletableFuture<T>> question) {
        Places open = places;
        return open == null ? places().thenCompose(question) : question.apply(open);
    }

    @Override
    public CompletableFuture<Boolean> enter(String key, Claim claim) {
        return ask(open -> open.enter(key, claim));
    }

    @Override
    public CompletableFuture<Boolean> leave(List<String> keys, Claim claim) {
        return isEmpty() ? CompletableFuture.completedFuture(false) : places.leave(keys, claim);
    }

    @Override
    public CompletableFuture<Boolean> extend(List<String> keys, Claim claim, long nanos) {
        return places.extend(keys, claim, nanos);
    }

    @Override
    public CompletableFuture<Long> token(Claim claim) {
        return places.token(claim);
    }

    @Override
    public long pause(String key) {
        return places.pause(key);
    }
}
