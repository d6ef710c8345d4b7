package io.lockgraft.rules;

/** A name that the rules file knows. */
final class Setting {
    private final String name;
    private final String meaning;
    private final String option;
    private final boolean isPublic;

    private Setting(String name, String meaning, String option, boolean isPublic) {
        this.name = name;
        this.meaning = meaning;
        this.option = option;
        this.isPublic = isPublic;
    }

    static Setting of(String name, String meaning) {
        return new Setting(name, meaning, null, false);
    }

    /** The same, that a system property or an environment variable may override. */
    Setting orOption(String option) {
        return new Setting(name, meaning, option, isPublic);
    }

    /** The same, that stands in Redis and in the log: not even what a file fills in is a secret. */
    Setting forAllToSee() {
        return new Setting(name, meaning, option, true);
    }

    String name() {
        return name;
    }

    /** What it says, in a few words. */
    String meaning() {
        return meaning;
    }

    /** Whether nothing in its value is a secret. */
    boolean isPublic() {
        return isPublic;
    }

    /** The system property that overrides it, or null. */
    String option() {
        return option;
    }
}
