package io.lockgraft.store.file;

import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.store.memory.ProcessExclusion;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The keys whose bytes lie in one of the folder's files. A grant and a release each follow the path again: where it
 * leads to another file or to none, other JVMs lock that, and all that this process has in the old one is lost.
 */
final class FileKeys {
    /** Which byte stands for the token of the file, behind those of all keys. */
    private static final long TOKEN = (1L << 62) + 1;

    /** A thread that needs longer from one clock to the next was held up there. */
    private static final long HELD_UP = TimeUnit.MICROSECONDS.toNanos(500);

    private final LockFolder folder;
    private final File path;
    private final Map<Long, FileKey> used = new HashMap<>();

    /** Null until it is opened, and after a loss. */
    private LockFile file;

    FileKeys(LockFolder folder, String name) {
        this.folder = folder;
        this.path = folder.file(name);
    }

    /** @throws IOException with a message that says what to do */
    synchronized void open() throws IOException {
        if (file == null) {
            synchronized (folder) {
                file = folder.open(path);
            }
        }
    }

    /**
     * Takes the key that begins at this byte, or returns null. It asks again where the file was replaced before the
     * lock: only what is locked in the file that others open counts.
     */
    synchronized ProcessExclusion.Entry enter(long start, Request request, boolean waits) throws IOException {
        while (true) {
            open();
            FileKey key = used.computeIfAbsent(start, first -> new FileKey(file, first));
            try {
                if (!enter(key, request, waits)) {
                    return null;
                }
                if (!watch()) {
                    return new Entry(key, request.kind() == LockKind.SEMAPHORE);
                }
            } finally {
                drop(key);
            }
        }
    }

    private boolean enter(FileKey key, Request request, boolean waits) throws IOException {
        try {
            return request.kind() == LockKind.SEMAPHORE
                    ? key.enterOneOf(request.permits())
                    : key.enter(request.kind() == LockKind.READ, waits ? madeAt(request) : 0);
        } catch (IOException e) {
            throw new IOException(path + " cannot be locked", e);
        }
    }

    /** A key that this process has locked gets a byte in the queue for a waiter of this process, too. */
    synchronized void standInLine(long start, Request request) throws IOException {
        FileKey key = used.get(start);
        if (key != null && request.kind() != LockKind.SEMAPHORE) {
            key.standInLine(madeAt(request));
        }
    }

    private static long madeAt(Request request) {
        return hostMillis(request.madeAt(), System::nanoTime, System::currentTimeMillis);
    }

    /**
     * The time of {@code at}, which is a time of {@code nanos}, by the clock that all processes of the host share.
     *
     * @param millis that clock. It is read anew where the thread was held up: the request would seem to have come
     *     earlier or later by that time, and would overtake or be overtaken
     */
    static long hostMillis(long at, LongSupplier nanos, LongSupplier millis) {
        long before;
        long now;
        do {
            before = nanos.getAsLong();
            now = millis.getAsLong();
        } while (nanos.getAsLong() - before > HELD_UP);
        return now - TimeUnit.NANOSECONDS.toMillis(before - at);
    }

    /** A right to a key, or to one permit of it. */
    private final class Entry implements ProcessExclusion.Entry {
        private final FileKey key;
        private final boolean permit;

        Entry(FileKey key, boolean permit) {
            this.key = key;
            this.permit = permit;
        }

        @Override
        public boolean leave() {
            synchronized (FileKeys.this) {
                watch();
                if (key.lost() != null) {
                    return false;
                }
                key.leave(permit);
                drop(key);
                return true;
            }
        }

        @Override
        public String lost() {
            return key.lost();
        }
    }

    synchronized void stopWaiting(long start) {
        FileKey key = used.get(start);
        if (key != null) {
            key.leaveQueue();
            drop(key);
        }
    }

    private void drop(FileKey key) {
        if (key.isEmpty()) {
            used.remove(key.start, key);
        }
    }

    /** Follows the path again. If it leads elsewhere, marks all keys as lost and returns true. */
    synchronized boolean watch() {
        if (file == null || file.isAt(path.toPath())) {
            return false;
        }
        List<FileKey> lost = new ArrayList<>(used.values());
        used.clear();
        file = null;
        String why = "the file " + path + " was deleted or replaced while it was locked";
        lost.forEach(key -> key.lose(why));
        return true;
    }

    /** The processes that hold the key that begins at this byte, this one among them. */
    Set<Long> processes(long start) throws IOException {
        return KernelLocks.processes(path, (first, last, shared) -> FileKey.isHeldBy(start, first, last, shared));
    }

    /** See {@link ProcessExclusion#lastToken}. */
    synchronized long lastToken(long above, int count) throws IOException {
        open();
        try (FileLock lock = file.tryLock(TOKEN, 1, false)) {
            if (lock == null || watch()) {
                return 0;
            }
            long last = Math.max(file.lastToken(), above) + count;
            file.lastToken(last);
            return last;
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
