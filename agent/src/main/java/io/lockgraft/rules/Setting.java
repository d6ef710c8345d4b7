package io.lockgraft.rules;

/** A name that the rules file knows. */
final class Setting {
    private final String name;
    private final String meaning;
    private final String option;

    private Setting(String name, String meaning, String option) {
        this.name = name;
        this.meaning = meaning;
        this.option = option;
    }

    static Setting of(String name, String meaning) {
        return new Setting(name, meaning, null);
    }

    /** The same, that a system property or an environment variable may override. */
    Setting orOption(String option) {
        return new Setting(name, meaning, option);
    }

    String name() {
        return name;
    }

    /** What it says, in a few words. */
    String meaning() {
        return meaning;
    }

    /** The system property that overrides it, or null. */
    String option() {
        return option;
    }
}
