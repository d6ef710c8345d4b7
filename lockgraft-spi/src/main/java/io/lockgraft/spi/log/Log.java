package io.lockgraft.spi.log;

import io.lockgraft.spi.text.Printable;
import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;

/**
 * The agent's own log: lines on stderr, because premain must touch no logging framework, and must not configure
 * that of the application. Until there are locks to look after they are written at once, later by a {@link LineWriter}.
 * Keys and rule names may be written at any level; arguments, values and passwords never. A line holds printable
 * characters only; a message goes on in the next line by {@link Printable#NEXT_LINE}.
 */
public final class Log {
    /** How much is said. */
    public enum Level {
        DEBUG,
        INFO,
        WARN,
        ERROR,
        OFF
    }

    /** Causes can go in a circle. */
    private static final int DEEPEST_CAUSE = 8;

    private static final long LAST_LINES = TimeUnit.MILLISECONDS.toNanos(500);

    private static volatile Level level = Level.INFO;
    private static volatile PrintStream out = System.err;
    private static volatile LineWriter behind;

    /** Not a lambda: an early Java 8 crashes on one before main. */
    private static volatile BinaryOperator<String> head = new BinaryOperator<String>() {
        @Override
        public String apply(String level, String thread) {
            return "[lockgraft] " + level + " [" + thread + "] ";
        }
    };

    private static final StoreLog OF_STORE = new StoreLog() {
        @Override
        public void debug(String message) {
            Log.debug(message);
        }

        @Override
        public void info(String message) {
            Log.info(message);
        }

        @Override
        public void warn(String message) {
            Log.warn(message);
        }

        @Override
        public void warn(String message, Throwable cause) {
            Log.warn(message, cause);
        }
    };

    private Log() {}

    public static void level(Level wanted) {
        level = wanted;
    }

    /** @param wanted what stands in front of each line, by its level and its thread's name */
    public static void head(BinaryOperator<String> wanted) {
        head = wanted;
    }

    /** Sends the lines elsewhere, each at once; for tests. */
    public static void to(PrintStream stream) {
        behind = null;
        out = stream;
    }

    /**
     * From now on no thread that logs waits for the stream.
     *
     * @param daemons starts a thread that keeps no JVM alive, by that name
     */
    public static void writeBehind(BiConsumer<String, Runnable> daemons) {
        behind = new LineWriter(out, daemons);
    }

    /**
     * The JVM ends: waits until the lines so far are written, and from now on each thread that logs does. A stream that
     * takes none keeps all of them for half a second at most.
     */
    public static void end() {
        LineWriter writer = behind;
        if (writer != null) {
            writer.end(LAST_LINES);
        }
    }

    /** This log, as stores write to it. */
    public static StoreLog ofStore() {
        return OF_STORE;
    }

    public static boolean isDebug() {
        return level == Level.DEBUG;
    }

    public static void debug(String message) {
        write(Level.DEBUG, message, null);
    }

    public static void info(String message) {
        write(Level.INFO, message, null);
    }

    public static void warn(String message) {
        write(Level.WARN, message, null);
    }

    public static void warn(String message, Throwable cause) {
        write(Level.WARN, message, cause);
    }

    public static void error(String message) {
        write(Level.ERROR, message, null);
    }

    public static void error(String message, Throwable cause) {
        write(Level.ERROR, message, cause);
    }

    private static void write(Level at, String message, Throwable cause) {
        if (at.compareTo(level) < 0) {
            return;
        }
        String line = line(at, text(message, cause));
        LineWriter writer = behind;
        if (writer == null) {
            out.println(line);
        } else {
            writer.write(line);
        }
    }

    /** The whole line, as said now by this thread. */
    static String line(Level at, String text) {
        return head.apply(at.name(), Printable.of(Secrets.mask(name(Thread.currentThread())))) + text;
    }

    /** The name of a thread as it is; its number, as {@code #42}, where it has none, as most virtual threads. */
    public static String name(Thread thread) {
        return thread.getName().isEmpty() ? "#" + thread.getId() : thread.getName();
    }

    private static String text(String message, Throwable cause) {
        StringBuilder text = new StringBuilder(Printable.lines(Secrets.mask(message)));
        int depth = 0;
        for (Throwable t = cause; t != null && depth < DEEPEST_CAUSE; t = t.getCause()) {
            text.append(depth++ == 0 ? ": " : "; caused by ").append(head(t));
        }
        if (level == Level.DEBUG && cause != null) {
            frames(text, cause, 0);
        }
        return text.toString();
    }

    /** Class and message of one of them. */
    private static String head(Throwable thrown) {
        return Printable.of(Secrets.mask(thrown.toString()));
    }

    /** The frames behind the heads. In a trace of the JDK's a message with line ends could look like lines of ours. */
    private static void frames(StringBuilder text, Throwable thrown, int depth) {
        for (StackTraceElement frame : thrown.getStackTrace()) {
            line(text, "at " + frame);
        }
        if (depth < DEEPEST_CAUSE) {
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
