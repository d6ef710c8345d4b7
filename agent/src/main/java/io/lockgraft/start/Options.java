package io.lockgraft.start;

import io.lockgraft.rules.yaml.Option;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.settings.Environment;
import java.util.HashSet;
import java.util.Set;

/**
 * What can be set from outside the rules file: the system property {@code lockgraft.x.y} first, then the environment
 * variable {@code LOCKGRAFT_X_Y}, then what the file says. The reader of the rules asks through it, too.
 */
public final class Options implements Environment {
    private final Environment process;
    private final Set<String> asked = new HashSet<String>();

    public Options(Environment process) {
        this.process = process;
    }

    /** The path of the rules file: the agent's own argument, {@code lockgraft.rules}, or null. */
    public String rules(String argument) {
        return isBlank(argument) ? property(Option.RULES) : argument;
    }

    /** {@code lockgraft.log}: debug, info, warn, error or off. */
    public Log.Level logLevel() {
        String wanted = property(Option.LOG);
        if (wanted == null) {
            return Log.Level.INFO;
        }
        for (Log.Level level : Log.Level.values()) {
            if (level.name().equalsIgnoreCase(wanted)) {
                return level;
            }
        }
        Log.warn("lockgraft.log=" + wanted + " is no level; it is debug, info, warn, error or off. Using info");
        return Log.Level.INFO;
    }

    /** {@code lockgraft.report}: the file that is written at exit, or null. */
    public String report() {
        return property(Option.REPORT);
    }

    /** The environment variables that were asked for, as the rules file does for those that it names. */
    Set<String> asked() {
        return asked;
    }

    @Override
    public String variable(String name) {
        asked.add(name);
        return process.variable(name);
    }

    /** The system property; one of ours that is not set, or empty, is looked for in the environment. */
    @Override
    public String property(String name) {
        String value = process.property(name);
        if (!name.startsWith(Option.PREFIX)) {
            return value;
        }
        if (isBlank(value)) {
            value = process.variable(Option.variable(name));
        }
        return isBlank(value) ? null : value.trim();
    }

    private static boolean isBlank(String text) {
        return text == null || text.trim().isEmpty();
    }
}
