package io.lockgraft.rules;

import java.time.Duration;

/** Checks the settings of a rule whose part of the engine comes later, and then refuses them. */
final class LaterSettings {
    private final Section section;
    private final RuleSettings settings;

    LaterSettings(Section section, RuleSettings settings) {
        this.section = section;
        this.settings = settings;
    }

    void read() {
        note("linger", section.duration("linger", Duration.ZERO, Duration.ofMinutes(1)));
        if (settings.has("linger")) {
            notYet("linger");
        }
    }

    private void note(String name, Object value) {
        if (value != null) {
            settings.put(name, value, section.mapping().nameNode(name).position());
        }
    }

    private void notYet(String name) {
        section.notYet(section.mapping().nameNode(name).position(), name, "leave it out");
    }
}
