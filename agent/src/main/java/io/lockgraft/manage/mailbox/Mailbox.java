package io.lockgraft.manage.mailbox;

import io.lockgraft.manage.answer.Printout;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.thread.Daemons;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * The mailbox of this JVM: its thread looks for questions four times a second, twenty times while somebody asks, and
 * answers them one by one. A folder that was removed is made again at the next look. The mailbox is opened after {@code
 * main} has begun, since the application may choose the default file system there.
 */
public final class Mailbox {
    private static final List<Path> PLACES =
            Collections.unmodifiableList(Arrays.asList(Paths.get("/tmp"), Paths.get("/dev/shm")));
    private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long LOOK_SOON = TimeUnit.MILLISECONDS.toNanos(50);
    /** {@code top} asks each second; a person who has asked may ask again. */
    private static final long MAY_ASK = TimeUnit.SECONDS.toNanos(5);
    /** Cleaners of temporary folders take what nobody has touched for days. */
    private static final long TOUCH = TimeUnit.HOURS.toNanos(1);

    private static final long CLOSE_MILLIS = TimeUnit.SECONDS.toMillis(1);
    private static final long TRY_AGAIN = TimeUnit.MINUTES.toNanos(1);
    /** No command waits that long. */
    private static final long STALE_MILLIS = TimeUnit.MINUTES.toMillis(1);

    private final List<SharedFolder> sharedFolders = new ArrayList<>();
    private final boolean isNamed;
    private final String rules;
    private final long started;
    private final Function<List<String>, Printout> replies;

    /** Null while there is none. Guarded by this. */
    private Path folder;
    /** The one that the folder is in. Guarded by this. */
    private SharedFolder sharedFolder;
    /** Guarded by this. */
    private boolean closed;

    private boolean hasWarned;
    private long touchAt;
    private long tryAt = System.nanoTime();
    private long asked = System.nanoTime();

    /**
     * @param named where the mailbox is to be, or null for the usual places
     * @param rules the path of the rules file
     * @param started when the agent was started, as System.currentTimeMillis tells it
     */
    public Mailbox(File named, String rules, long started, Function<List<String>, Printout> replies) {
        for (Path each : named == null ? PLACES : Collections.singletonList(named.toPath())) {
            sharedFolders.add(new SharedFolder(each, named != null));
        }
        this.isNamed = named != null;
        this.rules = rules;
        this.started = started;
        this.replies = replies;
    }

    /** Returns the folders that are tried if the rules file names none. */
    public static List<Path> places() {
        return PLACES;
    }

    /** Answers until the mailbox is closed. */
    public void run() {
        for (boolean isOpen = true; isOpen; ) {
            LockSupport.parkNanos(this, System.nanoTime() - asked < MAY_ASK ? LOOK_SOON : LOOK);
            Thread.interrupted(); // or the next parking would return at once
            try {
                isOpen = look();
            } catch (OutOfMemoryError e) {
                // The next look may find memory.
            } catch (RuntimeException e) {
                Log.debug("the mailbox could not be looked into: " + e);
            }
        }
    }

    /**
     * Removes the mailbox; none is made any more. On a thread of its own: the JVM ends when this returns, and a file
     * server that is away may never answer.
     */
    public void close() {
        try {
            Daemons.start("lockgraft-mailbox-end", this::remove).join(CLOSE_MILLIS);
        } catch (InterruptedException | OutOfMemoryError e) {
            // The mailbox stays, as that of a JVM that is killed.
        }
    }

    private synchronized void remove() {
        closed = true;
        if (folder != null) {
            Leftovers.remove(folder);
        }
    }

    /** Returns false once the mailbox is closed. */
    private boolean look() {
        Path mailbox;
        synchronized (this) {
            if (closed) {
                return false;
            }
            mailbox = folder();
        }
        for (String id : mailbox == null ? Collections.<String>emptyList() : questions(mailbox)) {
            asked = System.nanoTime();
            answer(mailbox, id);
        }
        return true;
    }

    private Path folder() {
        long now = System.nanoTime();
        if (folder != null && !sharedFolder.isOwn(folder)) {
            folder = null;
            tryAt = now;
        }
        try {
            if (folder == null && now - tryAt >= 0) {
                tryAt = now + TRY_AGAIN;
                JvmDescription description = JvmDescription.ofThisJvm(rules, started);
                folder = make(description);
                touchAt = now;
            }
            if (folder != null && (now - touchAt >= 0 || !JvmDescription.isIn(folder))) {
                JvmDescription.ofThisJvm(rules, started).write(folder);
                touchAt = now + TOUCH;
            }
        } catch (IOException | RuntimeException e) {
            warn(e.toString());
        }
        return folder;
    }

    /** Returns null if no shared folder can be used. */
    private Path make(JvmDescription description) {
        List<String> refused = new ArrayList<>();
        for (SharedFolder each : sharedFolders) {
            try {
                Path made = each.make(description.pid());
                sharedFolder = each;
                clean(each);
                return made;
            } catch (IOException | RuntimeException e) {
                refused.add(each.path() + ": " + Refusal.of(e, each.path()));
            }
        }
        warn(String.join("; ", refused) + (isNamed ? "" : "; manage.folder names another place"));
        return null;
    }

    private static void clean(SharedFolder sharedFolder) {
        try {
            Leftovers.clean(sharedFolder);
        } catch (IOException | RuntimeException e) {
            // The mailbox itself is made, and another JVM, or ps, may clean up.
        }
    }

    /** Warns once: no lock depends on it. */
    private void warn(String why) {
        if (!hasWarned) {
            hasWarned = true;
            Log.warn("This JVM cannot be asked by ps, status and locks: it has no folder for questions. " + why
                    + ". With manage: {mailbox: off} this line stays away");
        }
    }

    /** Returns the ids of the questions that wait. Removes files that are out of date. */
    private List<String> questions(Path mailbox) {
        List<String> ids = new ArrayList<>();
        long stale = System.currentTimeMillis() - STALE_MILLIS;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(mailbox, "*.*")) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                if (isFresh(file, stale) && name.endsWith(QuestionFiles.ASK)) {
                    ids.add(name.substring(0, name.length() - QuestionFiles.ASK.length()));
                }
            }
        } catch (IOException | DirectoryIteratorException removed) {
            // The folder is gone; the next look makes another.
        }
        return ids;
    }

    /** Returns true for a file that somebody may wait for. One that is out of date is removed. */
    private static boolean isFresh(Path file, long stale) throws IOException {
        try {
            BasicFileAttributes is = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            boolean fresh = is.isRegularFile() && is.lastModifiedTime().toMillis() >= stale;
            if (is.isRegularFile() && !fresh) {
                Files.deleteIfExists(file);
            }
            return fresh;
        } catch (NoSuchFileException fetched) {
            return false;
        }
    }

    private void answer(Path mailbox, String id) {
        try {
            Path ask = mailbox.resolve(id + QuestionFiles.ASK);
            List<String> words = QuestionFiles.words(ask);
            if (Files.deleteIfExists(ask)) {
                Printout answer = answer(words);
                synchronized (this) {
                    if (!closed) {
                        write(mailbox, id, answer);
                    }
                }
            }
        } catch (IOException e) {
            if (Log.isDebug()) {
                Log.debug("a question could not be answered: " + e);
            }
        }
    }

    /** Where the answer cannot be written, as on a full disk, a line may still find room. */
    private static void write(Path mailbox, String id, Printout answer) throws IOException {
        try {
            QuestionFiles.answer(mailbox, id, answer);
        } catch (IOException e) {
            String why = "The JVM could not write its answer into " + mailbox + ": " + Refusal.of(e, mailbox) + '\n';
            QuestionFiles.answer(mailbox, id, new Printout(Printout.NOT_ANSWERED, why));
        }
    }

    private Printout answer(List<String> words) {
        try {
            return replies.apply(words);
        } catch (RuntimeException | LinkageError | OutOfMemoryError | StackOverflowError e) {
            Log.warn("The question '" + String.join(" ", words) + "' could not be answered", e);
            return new Printout(Printout.NOT_ANSWERED, "The JVM could not answer: " + e + "; its log has the stack\n");
        }
    }
}
