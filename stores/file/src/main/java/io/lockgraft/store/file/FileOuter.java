package io.lockgraft.store.file;

import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.thread.Pauses;
import io.lockgraft.store.memory.Outer;
import io.lockgraft.store.memory.Places;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Keeps other JVMs of the host out of a key by locks on bytes of a file. */
final class FileOuter extends Outer {
    /** The bytes of one key. Two keys with the same ones exclude each other, which is never too weak. */
    private static final int KEY_BITS = 22;

    private static final long KEYS = 1L << 62 - KEY_BITS;

    /** Which byte stands for the token of the file, behind those of all keys. */
    private static final long TOKEN = (1L << 62) + 1;

    private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(10);

    /** One file is opened once for the whole process, and never closed: see {@link LockFile}. */
    private static final Map<File, FileOuter> ALL = new HashMap<>();

    private final File folder;

    /** What this process has of the folder's locks: calls of this JVM meet there, and one of them asks the file. */
    final Places places = new Places(this);

    private final Map<Long, FileKey> used = new HashMap<>();

    /** Null until it is opened: by the first call, or by the next one where that failed. */
    private LockFile file;

    private FileOuter(File folder) {
        this.folder = folder;
    }

    /** The one of this folder. */
    static FileOuter of(File folder) {
        File whole;
        try {
            whole = folder.getCanonicalFile();
        } catch (IOException e) {
            whole = folder.getAbsoluteFile(); // which cannot be opened
        }
        synchronized (ALL) {
            return ALL.computeIfAbsent(whole, FileOuter::new);
        }
    }

    /** @throws IOException with a message that says what to do */
    void open() throws IOException {
        synchronized (used) {
            if (file == null) {
                file = LockFile.open(folder);
            }
        }
    }

    @Override
    public boolean enter(String key, Request request, boolean waits) {
        synchronized (used) {
            try {
                open();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            FileKey place = used.computeIfAbsent(first(key), start -> new FileKey(file, start));
            try {
                return request.kind() == LockKind.SEMAPHORE
                        ? place.enterOneOf(request.permits())
                        : place.enter(request.kind() == LockKind.READ, waits);
            } catch (IOException e) {
                throw new UncheckedIOException(new IOException(file + " cannot be locked", e));
            } finally {
                drop(place);
            }
        }
    }

    @Override
    public void leave(String key, Request request) {
        at(key, place -> place.leave(request.kind() == LockKind.SEMAPHORE));
    }

    @Override
    public void stopWaiting(String key) {
        at(key, FileKey::leaveQueue);
    }

    private void at(String key, Consumer<FileKey> work) {
        synchronized (used) {
            FileKey place = used.get(first(key));
            if (place != null) {
                work.accept(place);
                drop(place);
            }
        }
    }

    private void drop(FileKey place) {
        if (place.isEmpty()) {
            used.remove(place.start);
        }
    }

    @Override
    public long lastToken(long above, int count) {
        synchronized (used) {
            try (FileLock lock = file.tryLock(TOKEN, 1, false)) {
                if (lock == null) {
                    return 0;
                }
                long last = Math.max(file.lastToken(), above) + count;
                file.lastToken(last);
                return last;
            } catch (IOException e) {
                throw new UncheckedIOException(new IOException(file + " does not keep the fence token", e));
            }
        }
    }

    @Override
    public long look() {
        return Pauses.jittered(LOOK);
    }

    @Override
    public String lost() {
        synchronized (used) {
            if (file == null || !file.isReplaced()) {
                return null;
            }
            String why = "the file " + file + " was deleted or replaced while it was locked";
            try {
                file = LockFile.open(folder);
            } catch (IOException e) {
                why += ", and cannot be opened again: " + e.getMessage();
            }
            used.clear();
            return why;
        }
    }

    /** The first byte of the key: 40 bits of a hash (FNV-1a, finished by a mix so that near keys lie apart). */
    private static long first(String key) {
        long hash = 0xcbf29ce484222325L;
        for (byte each : key.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ each & 0xff) * 0x100000001b3L;
        }
        hash ^= hash >>> 33;
        hash *= 0xff51afd7ed558ccdL;
        hash ^= hash >>> 33;
        return (hash & KEYS - 1) << KEY_BITS;
    }
}
