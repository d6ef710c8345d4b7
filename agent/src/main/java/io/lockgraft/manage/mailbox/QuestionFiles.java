package io.lockgraft.manage.mailbox;

import io.lockgraft.manage.answer.Printout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;

/**
 * The files of a question and its answer: {@code ID.ask}, one word a line, and {@code ID.answer}, the exit code in the
 * first line and the text behind it. Both are written beside their names and moved there, so no reader sees half of
 * one. The JVM deletes the question before it answers, so whoever deletes it has it: the JVM, or the command that will
 * not wait any more.
 */
final class QuestionFiles {
    static final String ASK = ".ask";
    static final String ANSWER = ".answer";
    static final String PART = ".part";

    private static final int MOST_BYTES = 1 << 16;
    private static final int MOST_ANSWER_BYTES = 1 << 28;

    private QuestionFiles() {}

    /** True for the names of all files that may be in a mailbox. */
    static boolean isName(String file) {
        return file.equals(JvmDescription.FILE) || file.endsWith(ASK) || file.endsWith(ANSWER) || file.endsWith(PART);
    }

    static void ask(Path mailbox, String id, List<String> words) throws IOException {
        write(mailbox, id + ASK, String.join("\n", words));
    }

    /** Reads a question. */
    static List<String> words(Path ask) throws IOException {
        return Arrays.asList(text(ask, MOST_BYTES).split("\n", -1));
    }

    static void answer(Path mailbox, String id, Printout answer) throws IOException {
        write(mailbox, id + ANSWER, answer.code() + "\n" + answer.text());
    }

    /** Reads an answer; null where it is not there yet. */
    static Printout answer(Path mailbox, String id) throws IOException {
        Path file = mailbox.resolve(id + ANSWER);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        String text = text(file, MOST_ANSWER_BYTES);
        Files.deleteIfExists(file);
        int end = text.indexOf('\n');
        return new Printout(Integer.parseInt(text.substring(0, end)), text.substring(end + 1));
    }

    private static void write(Path mailbox, String name, String text) throws IOException {
        Path part = mailbox.resolve(name + PART);
        try {
            Files.write(part, text.getBytes(StandardCharsets.UTF_8));
            Files.move(part, mailbox.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            Files.deleteIfExists(part); // what there is of it may fill the disk
            throw e;
        }
    }

    private static String text(Path file, int mostBytes) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > mostBytes) {
            throw new IOException(file + " is no letter");
        }
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }
}
