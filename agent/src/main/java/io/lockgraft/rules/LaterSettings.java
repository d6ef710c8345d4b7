package io.lockgraft.rules;

import java.time.Duration;

/** Checks the settings of a rule whose part of the engine comes later, and then refuses them. */
final class LaterSettings {
    private static final Duration MILLI = Duration.ofMillis(1);
    private static final Duration LONGEST_HOLD = Duration.ofDays(30);

    private final Section section;
    private final RuleSettings settings;

    LaterSettings(Section section, RuleSettings settings) {
        this.section = section;
        this.settings = settings;
    }

    void read() {
        lock();
        note("permits", section, "permits", section.integer("permits", 1, 1_000_000));
        onLost();
        hold();
        handoff();
        note("linger", section, "linger", section.duration("linger", Duration.ZERO, Duration.ofMinutes(1)));
        fence();
        for (String name : new String[] {"permits", "linger"}) {
            if (settings.has(name)) {
                notYet(name);
            }
        }
    }

    private void lock() {
        if (settings.has("lock") && settings.lock() != LockKind.EXCLUSIVE) {
            section.notYet(settings.position("lock"), "lock: " + settings.lock().word(), "use exclusive");
        }
    }

    private void onLost() {
        String word = section.choice("onLost", "warn", "interrupt", "throw");
        if (word != null && !word.equals("warn")) {
            section.notYet(section.mapping().get("onLost").position(), "onLost: " + word, "use warn");
        }
    }

    private void hold() {
        Section hold = section.section("hold", SettingGroup.HOLD);
        if (hold == null) {
            return;
        }
        note("hold.atLeast", hold, "atLeast", hold.duration("atLeast", MILLI, LONGEST_HOLD));
        note("hold.atMost", hold, "atMost", hold.duration("atMost", MILLI, LONGEST_HOLD));
        hold.choice("onExceeded", "warn", "interrupt", "release");
        if (hold.has("onExceeded") && !hold.has("atMost")) {
            hold.problem(hold.mapping().nameNode("onExceeded").position(), "'onExceeded' needs 'atMost' beside it");
        }
        notYet("hold");
    }

    private void handoff() {
        Node node = section.mapping().get("handoff");
        if (node == null || node instanceof Node.Broken) {
            return;
        }
        if (node instanceof Scalar) {
            String word = section.choice("handoff", "on", "off");
            if (word != null) {
                note("handoff", section, "handoff", word.equals("on"));
                notYet("handoff");
            }
            return;
        }
        Section handoff = section.section("handoff", SettingGroup.HANDOFF);
        if (handoff != null) {
            handoff.integer("max", 1, 1_000_000);
            handoff.duration("for", MILLI, Duration.ofMinutes(1));
            note("handoff", section, "handoff", true);
            notYet("handoff");
        }
    }

    private void fence() {
        Section fence = section.section("fence", SettingGroup.FENCE);
        if (fence == null) {
            return;
        }
        if (!fence.has("set") && !fence.isMeant("set")) {
            fence.problem("'set' is missing; write {set: order.version}");
        }
        note("fence", fence, "set", fence.text("set") == null ? null : Boolean.TRUE);
        notYet("fence");
    }

    private void note(String name, Section at, String setting, Object value) {
        if (value != null) {
            settings.put(name, value, at.mapping().nameNode(setting).position());
        }
    }

    private void notYet(String name) {
        section.notYet(section.mapping().nameNode(name).position(), name, "leave it out");
    }
}
