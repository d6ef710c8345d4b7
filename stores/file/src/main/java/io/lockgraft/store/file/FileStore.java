package io.lockgraft.store.file;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Request;
import io.lockgraft.store.memory.LocalStore;
import io.lockgraft.store.memory.Places;
import java.io.File;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Locks of the JVMs of one host: calls of this JVM meet in memory, and one of them at a time asks the file. The file is
 * opened by the first call, and again by the next one where that failed.
 */
public final class FileStore implements LockStore {
    /** One file is opened once for the whole process, and never closed: see {@link LockFile}. */
    private static final Map<File, Places> OPEN = new HashMap<>();

    private final File folder;
    private volatile LocalStore opened;
    private volatile boolean closed;

    public FileStore(File folder) {
        this.folder = folder;
    }

    @Override
    public CompletableFuture<?> load() {
        CompletableFuture<Object> loaded = new CompletableFuture<>();
        try {
            store();
            loaded.complete(null);
        } catch (IOException e) {
            loaded.completeExceptionally(e);
        }
        return loaded;
    }

    @Override
    public Attempt acquire(Request request) {
        try {
            return store().acquire(request);
        } catch (IOException e) {
            return new Refused(Answer.unavailable(e));
        }
    }

    private LocalStore store() throws IOException {
        LocalStore store = opened;
        return store == null ? open() : store;
    }

    private synchronized LocalStore open() throws IOException {
        if (closed) {
            throw new IOException("the store has been closed");
        }
        if (opened == null) {
            opened = new LocalStore(places(folder), "lockgraft-file");
        }
        return opened;
    }

    /**
     * What this process has of the folder's locks.
     *
     * @throws IOException with a message that says what to do
     */
    public static Places places(File folder) throws IOException {
        synchronized (OPEN) {
            File whole = folder.getCanonicalFile();
            Places places = OPEN.get(whole);
            if (places == null) {
                places = new Places(new FileOuter(whole));
                OPEN.put(whole, places);
            }
            return places;
        }
    }

    @Override
    public List<CompletableFuture<Boolean>> renew(List<? extends Grant> grants) {
        return opened.renew(grants);
    }

    @Override
    public long lastAnswer(long deadline) {
        LocalStore store = opened;
        return store == null ? deadline : store.lastAnswer(deadline);
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (opened != null) {
            opened.close();
        }
    }

    /** An attempt that has its answer. */
    private static final class Refused implements Attempt {
        private final CompletableFuture<Answer> answer;

        Refused(Answer answer) {
            this.answer = CompletableFuture.completedFuture(answer);
        }

        @Override
        public CompletableFuture<Answer> answer() {
            return answer;
        }

        @Override
        public boolean isContended() {
            return false;
        }

        @Override
        public void abandon() {
            // Nothing was asked.
        }
    }
}
