package io.lockgraft.log;

import io.lockgraft.bootstrap.JarLoader;
import io.lockgraft.bootstrap.LogLine;
import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.log.LogDestination;
import io.lockgraft.spi.log.LogEvent;
import java.lang.instrument.Instrumentation;
import java.lang.ref.WeakReference;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The application's own log as the destination, by its slf4j. Looked for once the application has started, and never
 * before the application itself has used it: the first use reads its configuration. Where it is not found within a
 * minute, events go to stderr until it is.
 *
 * <p>While the JVM ends events go to stderr as well: the application may have closed its log by then.
 */
final class ApplicationLog implements LogDestination {
    private static final long PATIENCE = TimeUnit.MINUTES.toNanos(1);
    private static final long LOOK_AGAIN = TimeUnit.MILLISECONDS.toNanos(200);
    /** So many looks in a row find it configured: between two configurations it takes lines and shows none. */
    private static final int LOOKS = 5;
    /** An event that has waited for longer has its own time in front. */
    private static final long LATE_MILLIS = 1_000;

    private final Instrumentation instrumentation;
    private final Access access;
    private final Beginning beginning;
    private final long patience;
    /** Class by which the application came in; weakly, for the application may be stopped. */
    private WeakReference<Class<?>> entry = new WeakReference<>(null);

    private boolean failing;
    private long lookAt;
    private volatile boolean ending;

    ApplicationLog(Instrumentation instrumentation, Access access, Beginning beginning) {
        this(instrumentation, access, beginning, PATIENCE);
    }

    /** @param patience how long slf4j is waited for, and then between two looks, in nanoseconds */
    ApplicationLog(Instrumentation instrumentation, Access access, Beginning beginning, long patience) {
        this.instrumentation = instrumentation;
        this.access = access;
        this.beginning = beginning;
        this.patience = patience;
    }

    @Override
    public void open() {
        beginning.awaitStarted();
        long until = System.nanoTime() + patience;
        int configured = 0;
        while (!ending && configured < LOOKS && System.nanoTime() - until < 0) {
            configured = isConfigured() ? configured + 1 : 0;
            LockSupport.parkNanos(this, LOOK_AGAIN);
        }
        if (!ending && !failing && slf4j() == null) {
            tell("the application has not used slf4j so far: the lines of this log go to stderr until it does", null);
        }
        lookAt = System.nanoTime() + patience;
    }

    private boolean isConfigured() {
        lookAt = System.nanoTime();
        Slf4j its = slf4j();
        try {
            return its != null && its.takesErrors();
        } catch (Throwable e) {
            // Then it says so as it writes.
            return true;
        }
    }

    @Override
    public void end() {
        ending = true;
        beginning.end();
    }

    @Override
    public void write(LogEvent event) {
        Slf4j its = ending ? null : slf4j();
        if (its == null) {
            Log.stderr().write(event);
            return;
        }
        try {
            its.write(event.level(), message(event));
            failing = false;
        } catch (Throwable e) {
            fail(e);
            Log.stderr().write(event);
        }
    }

    /** The application's log has the level, and the time and the thread of this moment. */
    private static String message(LogEvent event) {
        String time =
                System.currentTimeMillis() - event.millis() > LATE_MILLIS ? LogLine.time(event.millis()) + ' ' : "";
        return time + '[' + event.thread() + "] " + event.text()
                + (event.stack() == null ? "" : System.lineSeparator() + event.stack());
    }

    private static void tell(String message, Throwable cause) {
        Log.stderr().write(Log.event(Log.Level.WARN, message, cause));
    }

    /** The slf4j that the application uses; null where none is known now. */
    private Slf4j slf4j() {
        try {
            Class<?> known = entry.get();
            if (known == null && System.nanoTime() - lookAt >= 0) {
                lookAt = System.nanoTime() + patience;
                known = find();
                entry = new WeakReference<>(known);
            }
            return known == null ? null : Slf4j.of(known);
        } catch (RuntimeException | LinkageError e) {
            fail(e);
            return null;
        }
    }

    /** Told once, until a line is written again. */
    private void fail(Throwable why) {
        if (!failing) {
            tell("the application's log fails: the lines of this log go to stderr until it does not", why);
        }
        failing = true;
    }

    /** That of the class path before those of web applications. */
    private Class<?> find() {
        Class<?> found = null;
        for (Class<?> each : instrumentation.getAllLoadedClasses()) {
            if (each.getName().equals(Slf4j.ENTRY)
                    && !(each.getClassLoader() instanceof JarLoader)
                    && (found == null || each.getClassLoader() == ClassLoader.getSystemClassLoader())
                    && Slf4j.isReady(each, access)) {
                found = each;
            }
        }
        return found;
    }
}
