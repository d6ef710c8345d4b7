package io.lockgraft.rules;

import java.io.File;

/** Where the agent's log goes, and in which form. Immutable. */
public final class LogSettings {
    /** The log as it is where nothing is said of it. */
    public static final LogSettings STDERR = new LogSettings(null, false, false);

    private final File file;
    private final boolean application;
    private final boolean json;

    private LogSettings(File file, boolean application, boolean json) {
        this.file = file;
        this.application = application;
        this.json = json;
    }

    /** The log in this file. */
    public static LogSettings file(File file) {
        return new LogSettings(file, false, false);
    }

    /** The log among the application's lines, by its slf4j. */
    public static LogSettings application() {
        return new LogSettings(null, true, false);
    }

    /** The same with each line as JSON. */
    public LogSettings asJson() {
        return new LogSettings(file, application, true);
    }

    /** Null where it goes elsewhere. */
    public File file() {
        return file;
    }

    /** True if its lines go to the application's own log. */
    public boolean isApplication() {
        return application;
    }

    /** True if each line is JSON. */
    public boolean isJson() {
        return json;
    }
}
