package io.lockgraft.spi.log;

import io.lockgraft.spi.text.Printable;
import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * The agent's own log. At first its lines go to stderr, because premain must touch no logging framework, and must not
 * configure that of the application; later to any {@link LogDestination}. Until there are locks to look after they are
 * written at once, later by a {@link LineWriter}.
 *
 * <p>Keys and rule names may be written at any level; arguments, values and passwords never. A line holds printable
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
    /** Not a lambda: an early Java 8 crashes on one before main. */
    private static volatile LogFormat format = new LogFormat() {
        @Override
        public String line(LogEvent event) {
            return "[lockgraft] " + event.level() + " [" + event.thread() + "] " + event.text()
                    + (event.stack() == null ? "" : System.lineSeparator() + event.stack());
        }
    };

    private static volatile LogDestination direct = new LogStream(System.err);
    private static volatile LineWriter behind;

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

    /** Gives the lines of stderr, and of what takes its place, this form. */
    public static void format(LogFormat wanted) {
        format = wanted;
    }

    /** The event in the form of {@link #format}. */
    public static String line(LogEvent event) {
        return format.line(event);
    }

    /** Sends the lines elsewhere, each at once; for tests. */
    public static void to(PrintStream stream) {
        behind = null;
        direct = new LogStream(stream);
    }

    /** The destination of lines that have no other one: stderr. */
    public static LogDestination stderr() {
        return direct;
    }

    /** From now on lines are kept, up to a number, until {@link #writeBehind} or {@link #keepNoLonger}. */
    public static void keep() {
        behind = new LineWriter();
    }

    /** A start was refused: the lines that were kept go to stderr, and so do those that come. */
    public static void keepNoLonger() {
        LineWriter kept = behind;
        behind = null;
        if (kept != null) {
            for (LogEvent each : kept.takeKept()) {
                direct.write(each);
            }
        }
    }

    /**
     * From now on no thread that logs waits for the stream. Does nothing where that is so already.
     *
     * @param daemons starts a thread that keeps no JVM alive, by that name
     */
    public static synchronized void writeBehind(BiConsumer<String, Runnable> daemons) {
        if (behind == null) {
            LineWriter writer = new LineWriter();
            writer.begin(direct, daemons);
            behind = writer;
        }
    }

    /** The same, with another destination for what was kept and for what comes. */
    public static synchronized void writeBehind(LogDestination to, BiConsumer<String, Runnable> daemons) {
        if (behind == null) {
            keep();
        }
        behind.begin(to, daemons);
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
        LogEvent event = event(at, message, cause);
        LineWriter writer = behind;
        if (writer == null) {
            direct.write(event);
        } else {
            writer.write(event);
        }
    }

    /** The event, as said now by this thread; for a destination that has something to say of itself. */
    public static LogEvent event(Level at, String message, Throwable cause) {
        String thread = Printable.of(Secrets.mask(name(Thread.currentThread())));
        boolean withStack = cause != null && (level == Level.DEBUG || format.showsStacks());
        String stack = withStack ? stack(cause) : null;
        return new LogEvent(System.currentTimeMillis(), at, thread, text(message, cause), stack);
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
        return text.toString();
    }

    private static String stack(Throwable cause) {
        StringBuilder stack = new StringBuilder();
        frames(stack, cause, 0);
        return stack.length() == 0
                ? null
                : stack.substring(System.lineSeparator().length());
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
