package io.lockgraft.spi.log;

import io.lockgraft.spi.text.Printable;

/** A stack trace in the log. In that of the JDK a message with line ends could look like lines of the agent. */
final class Trace {
    /** Causes can go in a circle, and those that are suppressed have causes, too. */
    private static final int DEEPEST = 8;

    private Trace() {}

    /** Class and message of one of them. */
    static String head(Throwable thrown) {
        return Printable.of(Secrets.mask(thrown.toString()));
    }

    /** The frames behind the heads, which are told already. */
    static void frames(StringBuilder text, Throwable thrown, int depth) {
        for (StackTraceElement frame : thrown.getStackTrace()) {
            line(text, "at " + frame);
        }
        if (depth < DEEPEST) {
            for (Throwable suppressed : thrown.getSuppressed()) {
                line(text, "suppressed: " + head(suppressed));
                frames(text, suppressed, depth + 1);
            }
            if (thrown.getCause() != null) {
                line(text, "caused by: " + head(thrown.getCause()));
                frames(text, thrown.getCause(), depth + 1);
            }
        }
    }

    private static void line(StringBuilder text, String line) {
        text.append(System.lineSeparator()).append('\t').append(Printable.of(line));
    }
}
