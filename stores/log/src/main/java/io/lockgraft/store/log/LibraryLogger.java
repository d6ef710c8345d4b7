package io.lockgraft.store.log;

import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.log.RateLimited;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/**
 * A logger of a bundled library. Its errors and warnings become warnings of the agent, a few a minute: the lock engine
 * says what they mean to a lock. Its info is for debug. The rest is left out, as it can hold values. So can warnings:
 * {@link LibraryText} cuts them.
 */
final class LibraryLogger extends LegacyAbstractLogger {
    private static final long serialVersionUID = 1L;
    private static final long INTERVAL = TimeUnit.SECONDS.toNanos(10);

    /** By the pattern, of which a library has a few; where it writes values into them, they are forgotten in time. */
    private static final int PATTERNS = 100;

    /** Causes can go in a circle. */
    private static final int DEEPEST = 8;

    private final transient ConcurrentMap<String, RateLimited> warnings = new ConcurrentHashMap<>();

    LibraryLogger(String name) {
        this.name = name;
    }

    @Override
    public boolean isTraceEnabled() {
        return false;
    }

    @Override
    public boolean isDebugEnabled() {
        return false;
    }

    @Override
    public boolean isInfoEnabled() {
        return Log.isDebug();
    }

    @Override
    public boolean isWarnEnabled() {
        return true;
    }

    @Override
    public boolean isErrorEnabled() {
        return true;
    }

    @Override
    protected String getFullyQualifiedCallerName() {
        return null;
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level, Marker marker, String pattern, Object[] arguments, Throwable cause) {
        String message = name + ": " + MessageFormatter.basicArrayFormat(pattern, arguments);
        if (level == Level.INFO) {
            Log.debug(message);
        } else {
            if (warnings.size() >= PATTERNS) {
                warnings.clear();
            }
            warnings.computeIfAbsent(pattern, p -> new RateLimited(1, INTERVAL))
                    .warn(() -> Log.isDebug() ? message : told(message, cause), Log.isDebug() ? cause : null);
        }
    }

    private static String told(String message, Throwable cause) {
        StringBuilder told = new StringBuilder(LibraryText.of(message));
        int depth = 0;
        for (Throwable e = cause; e != null && depth < DEEPEST; e = e.getCause(), depth++) {
            String name = e.getClass().getName();
            String text = LibraryText.of(e);
            told.append(depth == 0 ? ": " : "; caused by ").append(name);
            if (!text.equals(name)) {
                told.append(": ").append(text);
            }
        }
        return told.toString();
    }
}
