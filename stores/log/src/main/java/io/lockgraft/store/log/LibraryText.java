package io.lockgraft.store.log;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a bundled library says of a failure, without the script, a command's arguments, its buffers and an answer's
 * bytes. Only a log at debug has these.
 */
public final class LibraryText {
    /** Where Redisson's additions to an error of the server, and its advice on errors of its own, begin. */
    private static final Pattern ADDITIONS = Pattern.compile("\\.? script: |[.;]? channel: \\[|,? command: |, reply: "
            + "| for command: | for queued commands |, params: |, with args beginning with| for decoding: "
            + "|java\\.util\\.concurrent\\.CompletableFuture@| Check CPU usage| Check connection with Redis node"
            + "|Increase connection pool size|, is non-idempotent command|(, )?Node source: | Can't write command: "
            + "|\r|\n");

    private LibraryText() {}

    /** A failure's message; of one that has none, or one that holds what was read, what it is. */
    public static String of(Throwable e) {
        String message = e.getMessage();
        if (isOfReading(e)) {
            return "the answer of the lock server cannot be read";
        }
        boolean isOfJava = e instanceof ClassCastException || e instanceof IndexOutOfBoundsException;
        return message == null || isOfJava ? e.getClass().getName() : of(message);
    }

    /** A message, or a log line. */
    public static String of(String message) {
        Matcher addition = ADDITIONS.matcher(message);
        return (addition.find() ? message.substring(0, addition.start()) : message).trim();
    }

    /** Whether a server's answer was none that a client can read. */
    public static boolean isOfReading(Throwable e) {
        String message = String.valueOf(e.getMessage());
        return e instanceof NumberFormatException
                || message.contains("Can't decode replay")
                || message.startsWith("Improper line ending");
    }
}
