package io.lockgraft.rules;

import io.lockgraft.spi.settings.Position;
import java.util.HashMap;
import java.util.Map;

/** Values of the settings that {@code defaults} and a rule have in common, as far as they are written and valid. */
public final class RuleSettings {
    private final Object[] values = new Object[RuleSetting.all().size()];
    private final Map<String, Position> positions = new HashMap<>();

    public <T> void put(RuleSetting<T> setting, T value, Position position) {
        values[setting.index] = value;
        positions.put(setting.name(), position);
    }

    public boolean has(RuleSetting<?> setting) {
        return values[setting.index] != null;
    }

    /** Returns the written value, or the setting's default. */
    @SuppressWarnings("unchecked")
    public <T> T get(RuleSetting<T> setting) {
        return has(setting) ? (T) values[setting.index] : setting.usual;
    }

    /** Returns the position of the value in the file; null where it is not written. */
    public Position position(String setting) {
        return positions.get(setting);
    }

    /** These, and the defaults for what they do not say. */
    public RuleSettings over(RuleSettings defaults) {
        RuleSettings all = new RuleSettings();
        for (int i = 0; i < values.length; i++) {
            all.values[i] = values[i] == null ? defaults.values[i] : values[i];
        }
        all.positions.putAll(defaults.positions);
        all.positions.putAll(positions);
        return all;
    }
}
