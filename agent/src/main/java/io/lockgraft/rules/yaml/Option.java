package io.lockgraft.rules.yaml;

import io.lockgraft.spi.StoreProvider;
import io.lockgraft.spi.settings.Environment;
import io.lockgraft.spi.settings.Setting;
import io.lockgraft.spi.settings.SettingTable;
import io.lockgraft.spi.settings.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A setting from outside the file: a system property, or else the environment variable of the same name. */
public final class Option {
    /** The prefix of all system properties that are options. */
    public static final String PREFIX = "lockgraft.";

    /** The prefix of all environment variables that are options. */
    public static final String VARIABLE_PREFIX = "LOCKGRAFT_";

    /** The path of the rules file. */
    public static final String RULES = "lockgraft.rules";

    /** The option for the level of the log. */
    public static final String LOG = "lockgraft.log";

    /** The option for the path of the report. */
    public static final String REPORT = "lockgraft.report";

    /** The option for the time after the start at which rules are named that have matched nothing. */
    public static final String MATCH_WITHIN = "lockgraft.matchWithin";

    /** The option for the folder of mailboxes, which the commands that ask a JVM read, too. */
    public static final String FOLDER = "lockgraft.manage.folder";

    private Option() {}

    /** The system properties of all options: those that the file does not have, and those of its settings. */
    public static List<String> names(List<? extends StoreProvider> stores) {
        List<String> names = new ArrayList<>(Arrays.asList(RULES, LOG, REPORT, MATCH_WITHIN));
        for (SettingTable table : new Tables(stores).all()) {
            for (Setting setting : table.settings()) {
                if (setting.option() != null) {
                    names.add(setting.option());
                }
            }
        }
        return names;
    }

    /** The value of {@code lockgraft.failOpen} or {@code LOCKGRAFT_FAIL_OPEN}; null where both are blank. */
    public static Value find(String property, Environment environment) {
        String variable = variable(property);
        Value value = value("-D" + property, environment.property(property));
        return value != null ? value : value(variable, environment.variable(variable));
    }

    private static Value value(String option, String text) {
        return text == null || text.trim().isEmpty() ? null : FilledValue.ofOption(option, text.trim());
    }

    /** {@code lockgraft.failOpen} is {@code LOCKGRAFT_FAIL_OPEN}. */
    public static String variable(String property) {
        return property.replaceAll("[A-Z]", "_$0")
                .replace('.', '_')
                .replace('-', '_')
                .toUpperCase(Locale.ROOT);
    }
}
