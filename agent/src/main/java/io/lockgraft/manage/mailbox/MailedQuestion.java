package io.lockgraft.manage.mailbox;

import io.lockgraft.manage.answer.Printout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** A question that lies in a JVM's mailbox. */
public final class MailedQuestion {
    private static final long LOOK_MILLIS = 20;

    private final Path mailbox;
    private final String id;

    private MailedQuestion(Path mailbox, String id) {
        this.mailbox = mailbox;
        this.id = id;
    }

    static MailedQuestion put(Path mailbox, List<String> words) throws IOException {
        String id = Long.toHexString(new Random().nextLong());
        QuestionFiles.ask(mailbox, id, words);
        return new MailedQuestion(mailbox, id);
    }

    /**
     * Waits for the answer.
     *
     * @param nanos how long at most, until the deadline of System.nanoTime
     * @return null where it has not come by then
     */
    public Printout await(long deadline) throws IOException, InterruptedException {
        while (true) {
            Printout answer = QuestionFiles.answer(mailbox, id);
            if (answer != null || System.nanoTime() - deadline >= 0 || isLost()) {
                return answer;
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }

    /** True if the mailbox has been removed, which a JVM does as it ends. */
    public boolean isLost() {
        return !Files.isDirectory(mailbox, LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Takes the question back. Returns false where the JVM has taken it: it is at work on an answer, and what it was
     * told to do may still be done.
     */
    public boolean withdraw() throws IOException {
        return Files.deleteIfExists(mailbox.resolve(id + QuestionFiles.ASK));
    }
}
