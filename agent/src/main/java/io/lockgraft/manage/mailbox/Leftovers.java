package io.lockgraft.manage.mailbox;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Mailboxes of JVMs that could not remove them, as after a {@code kill -9}. One of another container, or
 * of another host on a shared file system, is left alone for a day: its process cannot be seen from here, but it would
 * have touched it.
 */
final class Leftovers {
    private static final long UNTOUCHED_MILLIS = TimeUnit.DAYS.toMillis(1);

    private Leftovers() {}

    /** Removes those of this user in the shared folder. Returns what their JVMs had said of themselves. */
    static List<JvmDescription> clean(SharedFolder sharedFolder) throws IOException {
        List<JvmDescription> dead = new ArrayList<>();
        for (Path mailbox : sharedFolder.mailboxes()) {
            JvmDescription description = JvmDescription.read(mailbox);
            boolean old = isOld(mailbox);
            if (description == null ? old : isDead(description, old)) {
                remove(mailbox);
                if (description != null) {
                    dead.add(description);
                }
            }
        }
        return dead;
    }

    private static boolean isOld(Path mailbox) {
        try {
            return Files.getLastModifiedTime(mailbox).toMillis() < System.currentTimeMillis() - UNTOUCHED_MILLIS;
        } catch (IOException gone) {
            return false; // another JVM cleans at the same time
        }
    }

    private static boolean isDead(JvmDescription description, boolean old) {
        if (!description.isFromHere()) {
            return old && description.touched() < System.currentTimeMillis() - UNTOUCHED_MILLIS;
        }
        ProcessEntry process = ProcessEntry.of(description.pid());
        return process == null || process.isZombie() || !description.isOf(process);
    }

    /** Removes a mailbox, and the user's folder with the last one. */
    static void remove(Path mailbox) {
        try {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(mailbox)) {
                for (Path file : files) {
                    if (QuestionFiles.isName(file.getFileName().toString())) {
                        Files.deleteIfExists(file);
                    }
                }
            }
            Files.deleteIfExists(mailbox);
            Files.deleteIfExists(mailbox.getParent());
        } catch (IOException | DirectoryIteratorException others) {
            // Another JVM has its mailbox there, or another command removes this one.
        }
    }
}
