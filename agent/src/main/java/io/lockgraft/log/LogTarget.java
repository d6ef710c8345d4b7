package io.lockgraft.log;

import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.rules.LogSettings;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.log.LogDestination;
import io.lockgraft.spi.thread.Daemons;
import java.lang.instrument.Instrumentation;
import java.util.function.BiConsumer;

/** Sends the log where the rules file wants it. No lambda: before main an early Java 8 crashes on one. */
public final class LogTarget {
    private static final BiConsumer<String, Runnable> DAEMONS = new BiConsumer<String, Runnable>() {
        @Override
        public void accept(String name, Runnable work) {
            Daemons.start(name, work);
        }
    };

    private final LogSettings settings;

    private LogTarget(LogSettings settings) {
        this.settings = settings;
    }

    /** From now on lines have the form that is wanted, and are kept where they do not go to stderr. */
    public static LogTarget prepare(LogSettings settings) {
        if (settings.isJson()) {
            Log.format(new JsonLines());
        }
        LogTarget target = new LogTarget(settings);
        if (target.isElsewhere()) {
            Log.keep();
        }
        return target;
    }

    private boolean isElsewhere() {
        return settings.file() != null || settings.isApplication();
    }

    /** The start has succeeded: what was kept goes where it belongs, as soon as the application has come so far. */
    public void begin(Instrumentation instrumentation, Access access, Beginning beginning) {
        if (isElsewhere()) {
            LogDestination destination = settings.isApplication()
                    ? new ApplicationLog(instrumentation, access, beginning)
                    : new LogFile(settings.file(), beginning);
            Log.writeBehind(destination, DAEMONS);
        }
    }

    /** The start was refused, and is told on stderr: so is what was kept. */
    public void refused() {
        if (isElsewhere()) {
            Log.keepNoLonger();
        }
    }
}
