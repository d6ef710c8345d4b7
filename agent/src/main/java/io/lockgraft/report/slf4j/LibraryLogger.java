package io.lockgraft.report.slf4j;

import io.lockgraft.report.Log;
import io.lockgraft.report.RateLimitedLog;
import java.util.concurrent.TimeUnit;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/**
 * A logger of a bundled library. Its errors and warnings become warnings of ours, a few a minute, for what they mean to a
 * lock is said by the lock engine; its info is for debug; the rest is left out, as it can hold values.
 */
final class LibraryLogger extends LegacyAbstractLogger {
    private static final long serialVersionUID = 1L;
    private static final RateLimitedLog WARNINGS = new RateLimitedLog(10, TimeUnit.SECONDS);

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
            WARNINGS.warn(name + pattern, message, cause);
        }
    }
}
