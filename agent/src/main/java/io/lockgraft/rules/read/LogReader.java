package io.lockgraft.rules.read;

import io.lockgraft.rules.LogSettings;
import io.lockgraft.rules.yaml.Section;
import io.lockgraft.rules.yaml.Tables;
import io.lockgraft.spi.settings.Value;
import java.io.File;

/** Reads where the agent's log goes: the section {@code log} of the file, and its options. */
final class LogReader {
    private LogReader() {}

    /** The settings; those of stderr where a mistake leaves none. */
    static LogSettings read(Section file) {
        Section log = OptionalSection.of(file, "log", Tables.LOG);
        Value to = log.text("to");
        String format = log.choice("format", "text", "json");
        LogSettings settings = to == null ? LogSettings.STDERR : destination(to.text());
        if (format != null && settings.isApplication()) {
            log.problem(
                    "the application's own log has a form of its own; leave 'format' out where 'to' is application");
            return settings;
        }
        return "json".equals(format) ? settings.asJson() : settings;
    }

    private static LogSettings destination(String to) {
        switch (to) {
            case "stderr":
                return LogSettings.STDERR;
            case "application":
                return LogSettings.application();
            default:
                return LogSettings.file(new File(to).getAbsoluteFile());
        }
    }
}
