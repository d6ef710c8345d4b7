package io.lockgraft.cli.ask;

import io.lockgraft.manage.answer.Printout;
import io.lockgraft.manage.mailbox.FoundMailbox;
import io.lockgraft.manage.mailbox.JvmDescription;
import io.lockgraft.manage.mailbox.MailedQuestion;
import io.lockgraft.manage.mailbox.ProcessEntry;
import io.lockgraft.manage.mailbox.Refusal;
import io.lockgraft.manage.text.Forms;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One question to a JVM, and its answer. */
final class Exchange {
    /** A JVM that runs looks four times a second. */
    static final long TAKEN_NANOS = TimeUnit.SECONDS.toNanos(3);

    /** Longer than an answer about any number of keys may take. */
    private static final long ANSWERED_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final FoundMailbox jvm;
    private final MailedQuestion question;
    private final long asked = System.nanoTime();

    Exchange(FoundMailbox jvm, List<String> words) throws NotAsked {
        this.jvm = jvm;
        try {
            question = jvm.ask(words);
        } catch (NoSuchFileException removed) {
            throw hasEnded() ? ended() : removed();
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    /** Waits for it. */
    Printout answer() throws NotAsked {
        try {
            Printout answer = question.await(asked + TAKEN_NANOS);
            if (answer == null && isAtWork()) {
                answer = question.await(asked + ANSWERED_NANOS);
            }
            if (answer != null) {
                return answer;
            }
            throw hasEnded() ? ended() : question.isLost() ? removed() : late();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotAsked(Printout.NOT_ANSWERED, "The command was interrupted");
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    /** Returns true if the JVM has taken the question and has not ended. Throws if it has not taken it. */
    private boolean isAtWork() throws IOException, NotAsked {
        if (question.isLost() || hasEnded()) {
            return false;
        }
        if (question.withdraw()) {
            throw frozen();
        }
        return true;
    }

    private boolean hasEnded() {
        ProcessEntry then = jvm.process();
        ProcessEntry now = then == null ? null : ProcessEntry.of(then.pid());
        return then != null
                && (now == null || now.isZombie() || !now.startTicks().equals(then.startTicks()));
    }

    private NotAsked late() {
        return new NotAsked(
                Printout.NOT_ANSWERED,
                "JVM " + jvm.pid() + " took the question " + TimeUnit.NANOSECONDS.toSeconds(ANSWERED_NANOS)
                        + " s ago and has not answered yet. It may still do so, and do what it was told."
                        + saidOfItself());
    }

    private NotAsked removed() {
        return new NotAsked(
                Printout.NOT_ANSWERED,
                "The mailbox of JVM " + jvm.pid() + " was removed meanwhile. Either the JVM is ending, or a cleaner"
                        + " took the folder; then the JVM makes another within a second, so ask again");
    }

    private NotAsked frozen() {
        ProcessEntry process = jvm.process() == null ? null : ProcessEntry.of(jvm.pid());
        String why = process != null && process.isStopped()
                ? "It was stopped by a signal; kill -CONT " + jvm.pid() + " lets it go on."
                : "It may be at work on another question, in a long garbage collection, swapped out, or frozen with"
                        + " its container.";
        return new NotAsked(
                Printout.NOT_ANSWERED,
                "JVM " + jvm.pid() + " does not answer: it has not looked into its mailbox for "
                        + TimeUnit.NANOSECONDS.toSeconds(TAKEN_NANOS) + " s. " + why + saidOfItself());
    }

    private String saidOfItself() {
        JvmDescription said = jvm.description();
        return "\nIt said of itself: " + said.application() + " on " + said.host() + ", up "
                + Forms.spanOfMillis(said.upMillis()) + ", Lockgraft " + said.version() + ", Java " + said.java()
                + ", rules "
                + said.rules();
    }

    private NotAsked ended() {
        return new NotAsked(
                Printout.NOTHING, "JVM " + jvm.pid() + " (" + jvm.description().application() + ") has ended");
    }

    private NotAsked unusable(IOException e) {
        return new NotAsked(
                Printout.NOT_ANSWERED,
                "The mailbox of JVM " + jvm.pid() + ", " + jvm.folder() + ", cannot be used: "
                        + Refusal.of(e, jvm.folder()));
    }
}
