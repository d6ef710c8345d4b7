package io.lockgraft.rules.read;

import io.lockgraft.expression.Condition;
import io.lockgraft.expression.Target;
import io.lockgraft.rules.Handoff;
import io.lockgraft.rules.HoldPolicy;
import io.lockgraft.rules.OnLost;
import io.lockgraft.rules.Outcome;
import io.lockgraft.rules.Until;
import io.lockgraft.spi.LockKind;
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

    LockKind lock() {
        return has("lock") ? (LockKind) values.get("lock") : LockKind.EXCLUSIVE;
    }

    int permits() {
        return has("permits") ? (Integer) values.get("permits") : 1;
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
        return setting.of(lock());
    }

    Duration linger() {
        return duration("linger", Duration.ZERO);
    }

    OnLost onLost() {
        return has("onLost") ? (OnLost) values.get("onLost") : OnLost.WARN;
    }

    /** Or null. */
    Target fence() {
        return (Target) values.get("fence");
    }

    Condition when() {
        return (Condition) values.get("when");
    }

    /** The default of a duration that is not set is the caller's. */
    Duration duration(String name, Duration otherwise) {
        return has(name) ? (Duration) values.get(name) : otherwise;
    }

    boolean flag(String name, boolean otherwise) {
        return has(name) ? (Boolean) values.get(name) : otherwise;
    }

    Outcome outcome(String name) {
        return has(name) ? (Outcome) values.get(name) : Outcome.THROW;
    }
}
