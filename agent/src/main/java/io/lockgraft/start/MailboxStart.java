package io.lockgraft.start;

import io.lockgraft.manage.answer.Printout;
import io.lockgraft.manage.mailbox.Mailbox;
import io.lockgraft.rules.Rules;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.thread.Daemons;
import java.io.File;
import java.util.List;
import java.util.function.Function;

/**
 * Opens the mailbox by which commands ask this JVM, once {@code main} has run for a moment; a JVM that ends before has
 * none. Without a lambda: it begins before main, where an early Java 8 crashes on one.
 */
final class MailboxStart implements Runnable {
    private final MainThread main;
    private final Rules rules;
    private final Function<List<String>, Printout> replies;
    private final long started = System.currentTimeMillis();

    /** Guarded by this; null before it is opened. */
    private Mailbox mailbox;
    /** Guarded by this. */
    private boolean closed;

    private MailboxStart(MainThread main, Rules rules, Function<List<String>, Printout> replies) {
        this.main = main;
        this.rules = rules;
        this.replies = replies;
    }

    static MailboxStart begin(MainThread main, Rules rules, Function<List<String>, Printout> replies) {
        MailboxStart start = new MailboxStart(main, rules, replies);
        if (rules.manage().hasMailbox()) {
            try {
                Daemons.start("lockgraft-mailbox", start);
            } catch (OutOfMemoryError noThread) {
                Log.warn(
                        "There is no thread for questions: this JVM cannot be asked by ps, status and locks", noThread);
            }
        }
        return start;
    }

    @Override
    public void run() {
        main.awaitFirstStatements();
        try {
            Mailbox opened = open();
            if (opened != null) {
                opened.run();
            }
        } catch (RuntimeException | LinkageError e) {
            Log.warn("This JVM cannot be asked any more by ps, status and locks", e);
        }
    }

    /** Returns null where the JVM ends already. */
    private synchronized Mailbox open() {
        if (!closed) {
            String path = new File(rules.file()).getAbsolutePath();
            mailbox = new Mailbox(rules.manage().folder(), path, started, replies);
        }
        return mailbox;
    }

    /** Removes the mailbox; none is opened any more. */
    void close() {
        Mailbox opened;
        synchronized (this) {
            closed = true;
            opened = mailbox;
        }
        if (opened != null) {
            opened.close();
        }
    }
}
