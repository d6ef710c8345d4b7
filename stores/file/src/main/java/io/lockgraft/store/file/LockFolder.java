package io.lockgraft.store.file;

import io.lockgraft.spi.log.StoreLog;
import io.lockgraft.spi.table.RefusedException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Locale;

/**
 * The folder of the files, as the rules file names it. It may be a link, and a link may move, so each use follows the
 * path again. Used by one thread at a time.
 */
final class LockFolder {
    /** Types of network file systems: what one host locks there, another may not see, or see too late. */
    private static final String NETWORK =
            "nfs[34]?|cifs|smb[23]?|smbfs|afs|9p|ceph|glusterfs|lustre|afpfs|webdav|davfs|fuse\\..*";

    /** Types of file systems that a container has for itself. */
    private static final String OF_A_CONTAINER = "overlay(fs)?|aufs|fuse\\.fuse-overlayfs";

    /** Types of file systems in memory. */
    private static final String IN_MEMORY = "tmpfs|ramfs";

    private final File folder;
    private final StoreLog log;

    /** True once it was there. From then on it is not made: a link that moves may be missing for a moment. */
    private boolean known;

    LockFolder(File folder, StoreLog log) {
        this.folder = folder;
        this.log = log;
    }

    boolean isThere() {
        return folder.isDirectory();
    }

    /** @param name of a file in the folder */
    File file(String name) {
        return new File(folder, name);
    }

    /** @throws IOException with a message that says what to do */
    LockFile open(File file) throws IOException {
        if (!folder.isDirectory() && (known || !folder.mkdir() && !folder.isDirectory())) {
            throw new IOException(folder
                    + (known ? " is there no more; make it again" : " is no folder and cannot be made; make it")
                    + ", writable for this process");
        }
        judge(Files.getFileStore(folder.toPath()).type());
        known = true;
        try {
            return LockFile.open(file);
        } catch (IOException e) {
            throw new IOException(file + " cannot be opened; give this process the right to read and to write it", e);
        }
    }

    /**
     * Refuses what no wait can cure.
     *
     * @param type of the folder's file system, as the system calls it; may be null
     */
    void judge(String type) {
        String plain = type == null ? "" : type.toLowerCase(Locale.ROOT);
        String where = folder + " is on a file system of type " + type;
        if (plain.matches(OF_A_CONTAINER)) {
            throw new RefusedException(
                    where + ", which each container has for itself: locks there keep no other"
                            + " container out; name a folder of a volume that all of them mount",
                    null);
        }
        if (plain.matches(NETWORK)) {
            throw new RefusedException(
                    where + ", where locks of several hosts do not exclude each other; name a folder of a local disk",
                    null);
        }
        if (plain.matches(IN_MEMORY) && !known) {
            log.warn(where + ": fence tokens begin again after a restart of the machine, and containers share it only"
                    + " where they mount the same one");
        }
    }

    @Override
    public String toString() {
        return folder.toString();
    }
}
