package io.lockgraft.start;

import io.lockgraft.rules.yaml.Option;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.settings.Environment;
import io.lockgraft.spi.settings.Value;
import io.lockgraft.spi.text.Durations;
import io.lockgraft.spi.text.SyntaxException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * The agent's own options from outside the rules file. Also the environment of the rules' reader, which remembers the
 * variables that it was asked for.
 */
public final class Options implements Environment {
    private static final Duration MATCH_WITHIN = Duration.ofMinutes(3);

    private final Environment process;
    /** The environment variables that were asked for, as the rules file does for those that it names. */
    final Set<String> asked = new HashSet<String>();

    public Options(Environment process) {
        this.process = process;
    }

    /** The path of the rules file: the agent's own argument, {@code lockgraft.rules}, or null. */
    public String rules(String argument) {
        return argument == null || argument.trim().isEmpty() ? option(Option.RULES) : argument;
    }

    /** {@code lockgraft.log}: debug, info, warn, error or off. */
    public Log.Level logLevel() {
        String wanted = option(Option.LOG);
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

    /** {@code lockgraft.matchWithin}: how long after the start it is told which rules have matched nothing. */
    public Duration matchWithin() {
        String wanted = option(Option.MATCH_WITHIN);
        if (wanted == null) {
            return MATCH_WITHIN;
        }
        try {
            return Durations.parse(wanted);
        } catch (SyntaxException e) {
            Log.warn(Option.MATCH_WITHIN + '=' + wanted + ' ' + e.getMessage() + ". Using "
                    + Durations.text(MATCH_WITHIN));
            return MATCH_WITHIN;
        }
    }

    /** {@code lockgraft.report}: the file that is written at exit, or null. */
    public String report() {
        return option(Option.REPORT);
    }

    @Override
    public String variable(String name) {
        asked.add(name);
        return process.variable(name);
    }

    @Override
    public String property(String name) {
        return process.property(name);
    }

    private String option(String name) {
        Value set = Option.find(name, process);
        return set == null ? null : set.text();
    }
}
