package io.lockgraft.rules;

/** A name that the rules file knows. */
final class Setting {
    private final String name;
    private final String meaning;
    private final boolean later;
    private final String option;

    private Setting(String name, String meaning, boolean later, String option) {
        this.name = name;
        this.meaning = meaning;
        this.later = later;
        this.option = option;
    }

    static Setting of(String name, String meaning) {
        return new Setting(name, meaning, false, null);
    }

    /** One that is known and checked, but not supported yet. */
    static Setting later(String name, String meaning) {
        return new Setting(name, meaning, true, null);
    }

    /** The same, that a system property or an environment variable may override. */
    Setting orOption(String option) {
        return new Setting(name, meaning, later, option);
    }

    String name() {
        return name;
    }

    /** What it says, in a few words. */
    String meaning() {
        return meaning;
    }

    boolean isLater() {
        return later;
    }

    /** The system property that overrides it, or null. */
    String option() {
        return option;
    }
}
