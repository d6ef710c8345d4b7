package io.lockgraft.rules.read;

import io.lockgraft.language.expression.Condition;
import io.lockgraft.language.expression.Target;
import io.lockgraft.language.pattern.MethodPattern;
import io.lockgraft.rules.Handoff;
import io.lockgraft.rules.OnExceeded;
import io.lockgraft.rules.OnLost;
import io.lockgraft.rules.Outcome;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.RuleSetting;
import io.lockgraft.rules.RuleSettings;
import io.lockgraft.rules.Until;
import io.lockgraft.rules.yaml.Mapping;
import io.lockgraft.rules.yaml.PlainValue;
import io.lockgraft.rules.yaml.Scalar;
import io.lockgraft.rules.yaml.Section;
import io.lockgraft.rules.yaml.Tables;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.settings.Value;
import io.lockgraft.spi.text.NearNames;
import io.lockgraft.spi.text.SyntaxException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.Locale;

/** Reads what a rule and {@code defaults} have in common. */
final class RuleSettingsReader {
    private static final int MOST = 1_000_000;
    private static final Duration MILLISECOND = Duration.ofMillis(1);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration MONTH = Duration.ofDays(30);
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
        put(RuleSetting.LOCK, section, one("lock", section, LockKind.values()));
        putAtName(RuleSetting.PERMITS, section, section.integer("permits", 1, MOST));
        put(RuleSetting.WHEN, section, when());
        put(RuleSetting.WAIT, section, waiting());
        put(RuleSetting.LEASE, section, section.duration("lease", SECOND, MONTH));
        put(RuleSetting.RENEW, section, section.flag("renew"));
        hold();
        put(RuleSetting.ON_BUSY, section, outcome("onBusy"));
        put(RuleSetting.ON_UNAVAILABLE, section, outcome("onUnavailable"));
        put(RuleSetting.ON_LOST, section, one("onLost", section, OnLost.values()));
        put(RuleSetting.ON_MISSING_KEY, section, outcome("onMissingKey"));
        fence();
        put(RuleSetting.FAIL_OPEN, section, section.flag("failOpen"));
        put(RuleSetting.REQUIRE_MATCH, section, section.flag("requireMatch"));
        putAtName(RuleSetting.HANDOFF, section, handoff());
        putAtName(RuleSetting.LINGER, section, section.duration("linger", Duration.ZERO, MINUTE));
    }

    /** {@code hold.atMost} is 'atMost' in the section 'hold'. */
    private <T> void put(RuleSetting<T> setting, Section at, T value) {
        if (value != null) {
            settings.put(setting, value, at.position(last(setting)));
        }
    }

    /** The same, but messages about it point at its name. */
    private <T> void putAtName(RuleSetting<T> setting, Section at, T value) {
        if (value != null) {
            settings.put(setting, value, at.namePosition(last(setting)));
        }
    }

    private static String last(RuleSetting<?> setting) {
        return setting.name().substring(setting.name().indexOf('.') + 1);
    }

    private Outcome outcome(String name) {
        return new OutcomeReader(section, name).read();
    }

    /** One of these constants by its word, which is its name in lower case. */
    private static <E extends Enum<E>> E one(String name, Section at, E[] constants) {
        String[] words = new String[constants.length];
        for (int i = 0; i < constants.length; i++) {
            words[i] = constants[i].name().toLowerCase(Locale.ROOT);
        }
        int chosen = Arrays.asList(words).indexOf(at.choice(name, words));
        return chosen < 0 ? null : constants[chosen];
    }

    private void hold() {
        Section hold = section.section("hold", Tables.HOLD);
        if (hold == null) {
            return;
        }
        put(RuleSetting.HOLD_UNTIL, hold, until(hold));
        putAtName(RuleSetting.HOLD_AT_LEAST, hold, hold.duration("atLeast", MILLISECOND, MONTH));
        Duration atMost = hold.duration("atMost", MILLISECOND, MONTH);
        putAtName(RuleSetting.HOLD_AT_MOST, hold, atMost);
        OnExceeded onExceeded = one("onExceeded", hold, OnExceeded.values());
        if (atMost != null || !hold.has("atMost") && !hold.isMeant("atMost")) {
            putAtName(RuleSetting.HOLD_ON_EXCEEDED, hold, onExceeded);
        }
    }

    private static Until untilOfWork(Section until) {
        Value work = until.text("work");
        if (work != null && !work.text().equals("strict")) {
            until.unknownWord("work", work, "strict");
        } else if (work == null && !until.has("work") && !until.isMeant("work")) {
            until.problem("{work: strict} is expected");
        }
        return Until.STRICT;
    }

    private static Until until(Section hold) {
        if (hold.mapping().get("until") instanceof Mapping) {
            return untilOfWork(hold.section("until", Tables.UNTIL));
        }
        Value value = hold.text("until");
        if (value == null) {
            return null;
        }
        if (value.text().equals("work") || value.text().equals("return")) {
            return value.text().equals("work") ? Until.WORK : Until.RETURN;
        }
        if (value.text().indexOf('.') < 0) {
            hold.unknownWord("until", value, "work", "return", "{work: strict}");
            return null;
        }
        try {
            return Until.endOf(MethodPattern.parse(value.text()));
        } catch (SyntaxException e) {
            hold.syntax("until", value, e);
            return null;
        }
    }

    private Handoff handoff() {
        if (!(section.mapping().get("handoff") instanceof Scalar)) {
            Section bounds = section.section("handoff", Tables.HANDOFF);
            return bounds == null
                    ? null
                    : new Handoff(bounds.integer("max", 1, MOST), bounds.duration("for", MILLISECOND, MINUTE));
        }
        Value word = section.value("handoff");
        if (word == null) {
            return null;
        }
        if (word.text().equals("on") || word.text().equals("off")) {
            return word.text().equals("on") ? Handoff.ON : Handoff.OFF;
        }
        String meant = PlainValue.flagMeant(word.text(), "on", "off");
        if (meant.isEmpty()) {
            section.unknownWord("handoff", word, "on", "off");
        } else {
            section.problem("handoff", word.position(), "unknown " + word.shown() + meant);
        }
        return null;
    }

    private void fence() {
        Section fence = section.section("fence", Tables.FENCE);
        if (fence == null) {
            return;
        }
        if (!fence.has("set") && !fence.isMeant("set")) {
            fence.problem("'set' is missing; write {set: order.version}");
        }
        Value set = fence.text("set");
        if (set == null) {
            return;
        }
        try {
            settings.put(RuleSetting.FENCE, Target.parse(set.text()), fence.namePosition("set"));
        } catch (SyntaxException e) {
            fence.syntax("set", set, e);
        }
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
