package io.lockgraft.manage.mailbox;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A folder that all users may write to and that has mailboxes, as {@code /tmp}. Each user has a folder in it for the
 * mailboxes of its JVMs: {@code lockgraft-1000}, or {@code lockgraft-1000.1} to {@code .7} if another user has taken
 * that name. Names are not trusted. Owner and mode are, and no link is followed to look at them.
 */
public final class SharedFolder {
    private static final String NAME = "lockgraft-";
    private static final int NAMES = 8;
    private static final String WITHOUT_OWNERS = "jvms";
    private static final Pattern USERS = Pattern.compile(NAME + "([0-9]+(\\.[1-7])?|" + WITHOUT_OWNERS + ")");
    private static final Pattern JVMS = Pattern.compile("[0-9]+-[0-9a-f]{1,8}");
    private static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rwx------");
    private static final int STICKY = 01000;
    private static final int OTHERS_WRITE = 0022;

    private final Path path;
    private final boolean isChosen;
    /** Of the files that this process makes here; -1 before it has made a mailbox, and where files have no owners. */
    private long owner = -1;

    /** @param isChosen true where the user has named it: then it may be on a system without owners and modes */
    public SharedFolder(Path path, boolean isChosen) {
        this.path = path;
        this.isChosen = isChosen;
    }

    public Path path() {
        return path;
    }

    /**
     * Makes the folder of a mailbox.
     *
     * @param pid the beginning of its name; a random number follows, for JVMs of two containers may have the same pid
     */
    Path make(String pid) throws IOException {
        if (!Files.isDirectory(path)) {
            throw new NotDirectoryException("there is no such folder");
        }
        if (!hasOwners() && !isChosen) {
            throw new IOException("files have no owners and modes there");
        }
        if (!hasOwners()) {
            return Files.createDirectory(unused(directory(path.resolve(NAME + WITHOUT_OWNERS)), pid));
        }
        refuseOpen();
        owner = probedOwner();
        for (int i = 0; i < NAMES; i++) {
            Path users = path.resolve(NAME + owner + (i == 0 ? "" : "." + i));
            directory(users, PosixFilePermissions.asFileAttribute(PRIVATE));
            try {
                if (isPrivate(users, owner)) {
                    Path made =
                            Files.createDirectory(unused(users, pid), PosixFilePermissions.asFileAttribute(PRIVATE));
                    if (isOwn(made)) {
                        return made;
                    }
                    Files.deleteIfExists(made); // it may be in a folder that has come in place of the user's one
                }
            } catch (NoSuchFileException removed) {
                // With the last mailbox in it, which another JVM has just removed: the next name does as well.
            }
        }
        throw new IOException(NAME + owner + " and the names behind it up to ." + (NAMES - 1)
                + " are links or files, or folders of others, or others may look into them");
    }

    /** Says why no file is safe here. */
    private void refuseOpen() throws IOException {
        int mode = (Integer) Files.getAttribute(path, "unix:mode");
        if ((mode & OTHERS_WRITE) != 0 && (mode & STICKY) == 0) {
            throw new FileSystemException(
                    path.toString(),
                    null,
                    "others may write there, and its sticky bit is not set, so they could replace files");
        }
    }

    /** Returns true if the mailbox that was made here is still there, this process's own and closed to others. */
    boolean isOwn(Path mailbox) {
        if (!hasOwners()) {
            return Files.isDirectory(mailbox, LinkOption.NOFOLLOW_LINKS);
        }
        try {
            refuseOpen();
            return isPrivate(mailbox.getParent(), owner) && isPrivate(mailbox, owner);
        } catch (IOException e) {
            return false;
        }
    }

    /** The folders of this user's mailboxes. */
    List<Path> mailboxes() throws IOException {
        List<Path> all = new ArrayList<>();
        List<Path> users = hasOwners() || isChosen ? list(path, USERS) : Collections.<Path>emptyList();
        boolean isChecked = hasOwners() && !users.isEmpty();
        if (isChecked) {
            refuseOpen();
        }
        long reader = isChecked ? readingOwner() : -1;
        for (Path each : users) {
            if (!isChecked || isPrivate(each, reader)) {
                for (Path mailbox : list(each, JVMS)) {
                    if (!isChecked || isPrivate(mailbox, reader)) {
                        all.add(mailbox);
                    }
                }
            }
        }
        return all;
    }

    /** Adds the users that have a folder here, by their names or numbers. */
    public void addUsers(Set<String> names) {
        try {
            for (Path each : list(path, USERS)) {
                names.add(Files.getOwner(each, LinkOption.NOFOLLOW_LINKS).getName());
            }
        } catch (IOException | UnsupportedOperationException hidden) {
            // Then they are not named.
        }
    }

    private static List<Path> list(Path folder, Pattern names) throws IOException {
        List<Path> all = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder)) {
            for (Path each : found) {
                if (names.matcher(each.getFileName().toString()).matches()
                        && Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)) {
                    all.add(each);
                }
            }
        } catch (NoSuchFileException | NotDirectoryException nothing) {
            // Then nobody has a mailbox there.
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return all;
    }

    private boolean hasOwners() {
        return path.getFileSystem().supportedFileAttributeViews().contains("unix");
    }

    /** Returns the owner of a file that this process makes here. Some file systems give it another than the process. */
    private long probedOwner() throws IOException {
        Path probe = Files.createFile(unused(path, "." + NAME + "probe"));
        try {
            return owner(probe);
        } finally {
            Files.deleteIfExists(probe);
        }
    }

    /** The same. Where no file can be made, as in what is mounted read-only, it is the user of this process. */
    private long readingOwner() throws IOException {
        try {
            return probedOwner();
        } catch (IOException e) {
            long user = ProcessEntry.self().user();
            if (user < 0) {
                throw e;
            }
            return user;
        }
    }

    private static long owner(Path file) throws IOException {
        return (Integer) Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS) & 0xFFFFFFFFL;
    }

    private static boolean isPrivate(Path folder, long owner) throws IOException {
        try {
            return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                    && owner(folder) == owner
                    && Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS)
                            .equals(PRIVATE);
        } catch (NoSuchFileException gone) {
            return false;
        }
    }

    private static Path directory(Path folder, FileAttribute<?>... rights) throws IOException {
        try {
            return Files.createDirectory(folder, rights);
        } catch (FileAlreadyExistsException there) {
            return folder;
        }
    }

    private static Path unused(Path folder, String name) {
        Random random = new Random();
        Path path;
        do {
            path = folder.resolve(name + '-' + Integer.toHexString(random.nextInt()));
        } while (Files.exists(path, LinkOption.NOFOLLOW_LINKS));
        return path;
    }
}
