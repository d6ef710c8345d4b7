package io.lockgraft.store.file;

import io.lockgraft.spi.Request;
import io.lockgraft.spi.log.StoreLog;
import io.lockgraft.spi.thread.Pauses;
import io.lockgraft.store.memory.LocalKeys;
import io.lockgraft.store.memory.ProcessExclusion;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Keeps other JVMs of the host out of a key by locks on bytes of the folder's files. */
class FileExclusion extends ProcessExclusion {
    /** The bytes of one key. Two keys with the same ones exclude each other, which is never too weak. */
    private static final int KEY_BITS = 22;

    private static final long KEYS = 1L << 62 - KEY_BITS;

    /**
     * Keys are spread over so many files. The kernel and the JVM keep the locks of a file in lists that they walk at
     * each lock, so 20,000 keys at once take 11 s in one file, and half a second in 16.
     */
    private static final int FILES = 16;

    private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(10);

    /** One for each folder of the process, by the path in the rules file. */
    private static final Map<File, FileExclusion> ALL = new HashMap<>();

    /** Locks that this process has in the folder: calls of this JVM meet there, and one of them asks the files. */
    final LocalKeys localKeys = new LocalKeys(this);

    final LockFolder folder;

    private final FileKeys[] files = new FileKeys[FILES];

    FileExclusion(File path, StoreLog log) {
        folder = new LockFolder(path, log);
        for (int i = 0; i < FILES; i++) {
            files[i] = new FileKeys(folder, "lockgraft-" + Integer.toHexString(i) + ".locks");
        }
    }

    /** The one of this folder. The log is that of the first store there. */
    static FileExclusion of(File folder, StoreLog log) {
        synchronized (ALL) {
            return ALL.computeIfAbsent(folder.getAbsoluteFile(), path -> new FileExclusion(path, log));
        }
    }

    @Override
    public boolean isAlone() {
        return false;
    }

    @Override
    public void load() throws IOException {
        files[0].open();
    }

    @Override
    public Entry enter(String key, Request request, boolean waits) {
        long hash = hash(key);
        try {
            return keys(hash).enter(start(hash), request, waits);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void standInLine(String key, Request request) {
        long hash = hash(key);
        try {
            keys(hash).standInLine(start(hash), request);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void stopWaiting(String key) {
        long hash = hash(key);
        keys(hash).stopWaiting(start(hash));
    }

    @Override
    public long lastToken(long above, int count) {
        try {
            return files[0].lastToken(above, count);
        } catch (IOException e) {
            throw new UncheckedIOException(new IOException(files[0] + " does not keep the fence token", e));
        }
    }

    @Override
    public long look() {
        return Pauses.jittered(LOOK);
    }

    @Override
    public void watch() {
        for (FileKeys each : files) {
            each.watch();
        }
    }

    /**
     * The processes of this host that hold the key.
     *
     * @throws IOException with a message that says what to do
     */
    Set<Long> processes(String key) throws IOException {
        if (!folder.isThere()) {
            throw new IOException("the folder " + folder + " is not there. The first JVM that locks there makes it;"
                    + " look whether the application runs in this place, and with this rules file");
        }
        long hash = hash(key);
        return keys(hash).processes(start(hash));
    }

    /** The keys of this one's file. */
    FileKeys keys(String key) {
        return keys(hash(key));
    }

    private FileKeys keys(long hash) {
        return files[(int) (hash >>> 60)];
    }

    /** The first byte of the key in its file. */
    private static long start(long hash) {
        return (hash & KEYS - 1) << KEY_BITS;
    }

    /** FNV-1a, finished by a mix so that near keys lie apart. */
    private static long hash(String key) {
        long hash = 0xcbf29ce484222325L;
        for (byte each : key.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ each & 0xff) * 0x100000001b3L;
        }
        hash ^= hash >>> 33;
        hash *= 0xff51afd7ed558ccdL;
        return hash ^ hash >>> 33;
    }
}
