package io.lockgraft.manage.mailbox;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Says in words why a folder cannot be used. */
public final class Refusal {
    private static final int OF_OTHERS = 0007;
    private static final int OF_OWNER = 0700;

    private Refusal() {}

    /** @param path what was to be looked into or written to */
    public static String of(Exception e, Path path) {
        if (e instanceof AccessDeniedException) {
            return hasRights(path)
                    ? "access is denied although the file modes allow it; SELinux or AppArmor may forbid it"
                    : "access is denied";
        }
        if (e instanceof FileSystemException && ((FileSystemException) e).getReason() != null) {
            return ((FileSystemException) e).getReason();
        }
        return e instanceof IOException && e.getMessage() != null ? e.getMessage() : e.toString();
    }

    /** By the modes alone: the system's own answer to "is it writable" knows SELinux. */
    private static boolean hasRights(Path path) {
        try {
            boolean isOwner = ((Integer) Files.getAttribute(path, "unix:uid") & 0xFFFFFFFFL)
                    == ProcessEntry.self().user();
            int mode = (Integer) Files.getAttribute(path, "unix:mode");
            return (mode & OF_OTHERS) == OF_OTHERS || isOwner && (mode & OF_OWNER) == OF_OWNER;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException hidden) {
            return false;
        }
    }
}
