package io.lockgraft.spi.settings;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** A name that the rules file knows. */
public final class Setting {
    private final String name;
    private final String meaning;
    private final String option;
    private final boolean isPublic;
    private final List<String> otherNames;

    private Setting(String name, String meaning, String option, boolean isPublic, List<String> otherNames) {
        this.otherNames = otherNames;
        this.name = name;
        this.meaning = meaning;
        this.option = option;
        this.isPublic = isPublic;
    }

    public static Setting of(String name, String meaning) {
        return new Setting(name, meaning, null, false, Collections.<String>emptyList());
    }

    /** The same, that a system property or an environment variable may override. */
    public Setting orOption(String option) {
        return new Setting(name, meaning, option, isPublic, otherNames);
    }

    /** The same, that stands in the store and in the log: not even what a file fills in is a secret. */
    public Setting forAllToSee() {
        return new Setting(name, meaning, option, true, otherNames);
    }

    /** The same, that other tools call by these names: a message then tells the name that it has here. */
    public Setting elsewhere(String... names) {
        return new Setting(name, meaning, option, isPublic, Arrays.asList(names));
    }

    public boolean isElsewhere(String name) {
        return otherNames.contains(name);
    }

    public String name() {
        return name;
    }

    /** What it says, in a few words. */
    public String meaning() {
        return meaning;
    }

    /** Whether nothing in its value is a secret. */
    public boolean isPublic() {
        return isPublic;
    }

    /** The system property that overrides it, or null. */
    public String option() {
        return option;
    }
}
