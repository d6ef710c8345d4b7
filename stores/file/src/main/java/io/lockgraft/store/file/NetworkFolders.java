package io.lockgraft.store.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Refuses folders of network file systems: what one host locks there, another may not see, or see too late. */
final class NetworkFolders {
    private static final Set<String> TYPES = new HashSet<>(Arrays.asList(
            "nfs",
            "nfs3",
            "nfs4",
            "cifs",
            "smb",
            "smb2",
            "smb3",
            "smbfs",
            "afs",
            "9p",
            "ceph",
            "glusterfs",
            "lustre",
            "afpfs",
            "webdav",
            "davfs"));

    private NetworkFolders() {}

    static void refuse(Path folder) throws IOException {
        String type = Files.getFileStore(folder).type();
        String plain = type == null ? "" : type.toLowerCase(Locale.ROOT);
        if (TYPES.contains(plain) || plain.startsWith("fuse.")) {
            throw new IOException(folder + " is on a file system of type " + type
                    + ", where locks of several hosts do not exclude each other; name a folder of a local disk");
        }
    }
}
