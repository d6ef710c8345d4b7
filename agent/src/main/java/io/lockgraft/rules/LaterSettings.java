package io.lockgraft.rules;

import java.time.Duration;

/** Checks the settings of a rule whose part of the engine comes later, and then refuses them. */
final class LaterSettings {
    private static final Duration MILLI = Duration.ofMillis(1);

    private final Section section;
    private final RuleSettings settings;

    LaterSettings(Section section, RuleSettings settings) {
        this.section = section;
        this.settings = settings;
    }

    void read() {
        handoff();
        note("linger", section.duration("linger", Duration.ZERO, Duration.ofMinutes(1)));
        if (settings.has("linger")) {
            notYet("linger");
        }
    }

    private void handoff() {
        Node node = section.mapping().get("handoff");
        if (node == null || node instanceof Node.Broken) {
            return;
        }
        if (node instanceof Scalar) {
            String word = section.choice("handoff", "on", "off");
            if (word != null) {
                note("handoff", word.equals("on"));
                notYet("handoff");
            }
            return;
        }
        Section handoff = section.section("handoff", SettingGroup.HANDOFF);
        if (handoff != null) {
            handoff.integer("max", 1, 1_000_000);
            handoff.duration("for", MILLI, Duration.ofMinutes(1));
            note("handoff", true);
            notYet("handoff");
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
