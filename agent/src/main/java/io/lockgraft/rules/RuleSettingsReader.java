package io.lockgraft.rules;

import io.lockgraft.expression.Condition;
import io.lockgraft.text.NearNames;
import io.lockgraft.text.SyntaxException;
import java.time.Duration;
import java.util.Collections;

/** Reads what a rule and {@code defaults} have in common. */
final class RuleSettingsReader {
    private static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);
    private static final Duration LONGEST_LEASE = Duration.ofDays(30);
    private static final Duration LONGEST_WAIT = Duration.ofDays(36_500);

    private final Section section;
    private final RuleSettings settings = new RuleSettings();

    private RuleSettingsReader(Section section) {
        this.section = section;
    }

    static RuleSettings read(Section section) {
        RuleSettingsReader reader = new RuleSettingsReader(section);
        reader.read();
        return reader.settings;
    }

    private void read() {
        put("lock", lock());
        put("when", when());
        put("wait", waiting());
        put("lease", section.duration("lease", SHORTEST_LEASE, LONGEST_LEASE));
        put("renew", section.flag("renew"));
        put("onBusy", new OutcomeReader(section, "onBusy").read());
        put("onUnavailable", new OutcomeReader(section, "onUnavailable").read());
        put("onMissingKey", new OutcomeReader(section, "onMissingKey").read());
        put("failOpen", section.flag("failOpen"));
        new LaterSettings(section, settings).read();
    }

    private void put(String name, Object value) {
        if (value != null) {
            settings.put(name, value, section.mapping().get(name).position());
        }
    }

    private LockKind lock() {
        LockKind[] kinds = LockKind.values();
        String[] words = new String[kinds.length];
        for (int i = 0; i < kinds.length; i++) {
            words[i] = kinds[i].word();
        }
        String word = section.choice("lock", words);
        for (LockKind kind : kinds) {
            if (kind.word().equals(word)) {
                return kind;
            }
        }
        return null;
    }

    private Condition when() {
        Value value = section.text("when");
        if (value == null) {
            return null;
        }
        try {
            return Condition.parse(value.text());
        } catch (SyntaxException e) {
            section.syntax("when", value, e);
            return null;
        }
    }

    private Duration waiting() {
        Value value = section.value("wait");
        if (value == null) {
            return null;
        }
        if (value.text().equals("forever")) {
            return Rule.FOREVER;
        }
        if (!NearNames.of(value.text(), Collections.singletonList("forever"), 1).isEmpty()) {
            section.unknownWord("wait", value, "forever");
            return null;
        }
        return section.duration("wait", value, Duration.ZERO, LONGEST_WAIT);
    }
}
