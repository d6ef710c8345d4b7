package io.lockgraft.rules.read;

import io.lockgraft.rules.Handoff;
import io.lockgraft.rules.HoldPolicy;
import io.lockgraft.rules.RuleSetting;
import io.lockgraft.rules.Until;
import io.lockgraft.spi.settings.Position;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** Those settings that {@code defaults} and a rule have in common, by name, as far as they are written and right. */
final class RuleSettings {
    static final RuleSettings NONE = new RuleSettings();

    private final Map<String, Object> values = new HashMap<>();
    private final Map<String, Position> positions = new HashMap<>();

    /** Notes a setting that was read; a null is one that is not there or is wrong. */
    void put(String name, Object value, Position position) {
        if (value != null) {
            values.put(name, value);
            positions.put(name, position);
        }
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    Position position(String name) {
        return positions.get(name);
    }

    /** Where each value stands, by the setting's name. */
    Map<String, Position> positions() {
        return Collections.unmodifiableMap(positions);
    }

    /** These, and the defaults for what they do not say. */
    RuleSettings over(RuleSettings defaults) {
        RuleSettings all = new RuleSettings();
        all.values.putAll(defaults.values);
        all.values.putAll(values);
        all.positions.putAll(defaults.positions);
        all.positions.putAll(positions);
        return all;
    }

    /** What is written, or what is usual. */
    @SuppressWarnings("unchecked")
    <T> T get(RuleSetting<T> setting) {
        return has(setting.name()) ? (T) values.get(setting.name()) : setting.usual();
    }

    HoldPolicy hold() {
        return new HoldPolicy(
                duration("hold.atLeast", Duration.ZERO),
                duration("hold.atMost", null),
                has("hold.onExceeded")
                        ? (HoldPolicy.OnExceeded) values.get("hold.onExceeded")
                        : HoldPolicy.OnExceeded.WARN,
                has("hold.until") ? (Until) values.get("hold.until") : Until.WORK);
    }

    Handoff handoff() {
        HandoffSetting setting = has("handoff") ? (HandoffSetting) values.get("handoff") : HandoffSetting.ON;
        return setting.of(get(RuleSetting.LOCK));
    }

    /** The default of a duration that is not set is the caller's. */
    Duration duration(String name, Duration otherwise) {
        return has(name) ? (Duration) values.get(name) : otherwise;
    }
}
