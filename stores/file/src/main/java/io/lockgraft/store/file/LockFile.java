package io.lockgraft.store.file;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * A file whose byte ranges the JVMs of a host lock. The kernel frees them when a JVM dies, however it dies.
 *
 * <p>POSIX: when a process closes any descriptor of a file, all its locks on that file are gone. So each file is opened
 * once for each process and never closed, also when another file has its name: the name may come back to it. Locks lie
 * behind the end of the data, where no byte has to be. The data are eight bytes: the last fence token.
 *
 * <p>Nothing here can be interrupted: a channel that is interrupted while it reads or writes closes, and with it go the
 * locks. Locks are tried and never waited for, and the token is read and written without the channel.
 */
class LockFile {
    /** All that this process has opened, by their identities. While a file is open no other file has its identity. */
    private static final Map<Object, LockFile> OPEN = new HashMap<>();

    /** Files that were replaced while they were opened. They may be any files, so they are not closed either. */
    private static final Set<RandomAccessFile> STRAYS = new HashSet<>();

    private final RandomAccessFile data;
    private final FileChannel channel;
    private final Object identity;

    private LockFile(RandomAccessFile data, Object identity) {
        this.data = data;
        this.channel = data.getChannel();
        this.identity = identity;
    }

    /** The same file, for a test that looks at what it is asked. */
    LockFile(LockFile same) {
        this(same.data, same.identity);
    }

    /** Opens the file, which is made if it is not there. */
    static LockFile open(File file) throws IOException {
        Path path = file.toPath();
        synchronized (OPEN) {
            while (true) {
                make(path);
                Object identity = identity(path);
                LockFile known = OPEN.get(identity);
                if (known != null) {
                    return known;
                }
                LockFile opened = new LockFile(new RandomAccessFile(file, "rw"), identity);
                if (opened.isAt(path)) {
                    OPEN.put(identity, opened);
                    return opened;
                }
                STRAYS.add(opened.data);
            }
        }
    }

    private static void make(Path path) throws IOException {
        try {
            Files.createFile(path);
        } catch (FileAlreadyExistsException there) {
            // The usual case.
        }
    }

    /** The lock on these bytes, or null if another process has one of them, or this one. */
    FileLock tryLock(long position, long size, boolean shared) throws IOException {
        try {
            return channel.tryLock(position, size, shared);
        } catch (OverlappingFileLockException ours) {
            return null;
        }
    }

    /** Called with the lock on the token. */
    long lastToken() throws IOException {
        data.seek(0);
        return data.length() < Long.BYTES ? 0 : data.readLong();
    }

    /** Called with the lock on the token. Eight bytes at once: no process sees a half of them. */
    void lastToken(long token) throws IOException {
        data.seek(0);
        data.write(ByteBuffer.allocate(Long.BYTES).putLong(token).array());
    }

    /**
     * True if the path leads to this file now. JVMs that open another file do not meet those that locked this one, so a
     * path that cannot be followed is no proof either.
     */
    boolean isAt(Path path) {
        try {
            return identity.equals(identity(path));
        } catch (IOException gone) {
            return false;
        }
    }

    /** Device and inode; on a system without them the path behind all links. There an open file keeps its name. */
    private static Object identity(Path path) throws IOException {
        Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        return key == null ? path.toRealPath() : key;
    }
}
