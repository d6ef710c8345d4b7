package io.lockgraft.store.file;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Locale;

/**
 * The file whose byte ranges the JVMs of a host lock. The kernel frees them when a JVM dies, however it dies.
 *
 * <p>POSIX: when a process closes any descriptor of a file, all its locks on that file are gone. So the file is opened
 * once for each process and never closed. Locks lie behind the end of the data, where no byte has to be. The data are
 * eight bytes: the last fence token.
 *
 * <p>Nothing here can be interrupted: a channel that is interrupted while it reads or writes closes, and with it go the
 * locks. Locks are tried and never waited for, and the token is read and written without the channel.
 */
final class LockFile {
    /** Types of network file systems: what one host locks there, another may not see, or see too late. */
    private static final String NETWORK =
            "nfs[34]?|cifs|smb[23]?|smbfs|afs|9p|ceph|glusterfs|lustre|afpfs|webdav|davfs|fuse\\..*";

    private final Path path;
    private final RandomAccessFile data;
    private final FileChannel channel;
    private final Object identity;

    private LockFile(Path path, RandomAccessFile data) throws IOException {
        this.path = path;
        this.data = data;
        this.channel = data.getChannel();
        this.identity = identity(path);
    }

    /** @throws IOException with a message that says what to do */
    static LockFile open(File folder) throws IOException {
        if (!folder.isDirectory() && !folder.mkdir() && !folder.isDirectory()) {
            throw new IOException(folder + " is no folder and cannot be made; make it, writable for this process");
        }
        refuseNetwork(folder.toPath());
        File file = new File(folder, "lockgraft.locks");
        RandomAccessFile data;
        try {
            data = new RandomAccessFile(file, "rw");
        } catch (IOException e) {
            throw new IOException(file + " cannot be opened; give this process the right to read and to write it", e);
        }
        return new LockFile(file.toPath(), data);
    }

    private static void refuseNetwork(Path folder) throws IOException {
        String type = Files.getFileStore(folder).type();
        String plain = type == null ? "" : type.toLowerCase(Locale.ROOT);
        if (plain.matches(NETWORK)) {
            throw new IOException(folder + " is on a file system of type " + type
                    + ", where locks of several hosts do not exclude each other; name a folder of a local disk");
        }
    }

    /** The lock on these bytes, or null where another process has one of them, or this one has. */
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
     * Whether another file, or none, has its name now: JVMs that open that one do not meet those that locked this one.
     */
    boolean isReplaced() {
        try {
            Object now = identity(path);
            return now == null ? !Files.exists(path) : !now.equals(identity);
        } catch (IOException gone) {
            return true;
        }
    }

    private static Object identity(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
