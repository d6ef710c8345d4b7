package io.lockgraft.spi.settings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The settings that one mapping of the rules file may have. Immutable. */
public final class SettingTable {
    private final String path;
    private final String place;
    private final List<Setting> settings;

    /**
     * @param path what the documentation puts in front of a setting's name: {@code rules.hold.}
     * @param place where in the file these settings stand, for messages: {@code in a rule's 'hold'}
     */
    public SettingTable(String path, String place, Setting... settings) {
        this.path = path;
        this.place = place;
        this.settings = Collections.unmodifiableList(new ArrayList<>(Arrays.asList(settings)));
    }

    /** The same with these settings behind the first one. */
    public SettingTable with(List<Setting> more) {
        List<Setting> all = new ArrayList<>(settings);
        all.addAll(Math.min(1, all.size()), more);
        return new SettingTable(path, place, all.toArray(new Setting[0]));
    }

    /** What the documentation puts in front of the name. */
    public String path() {
        return path;
    }

    /** Where in the file these settings stand. */
    public String place() {
        return place;
    }

    public List<Setting> settings() {
        return settings;
    }

    /** The setting of this name, or null. */
    public Setting get(String name) {
        for (Setting setting : settings) {
            if (setting.name().equals(name)) {
                return setting;
            }
        }
        return null;
    }

    /** The name that a setting has here, where other tools call it by this one; or null. */
    public String ours(String elsewhere) {
        for (Setting setting : settings) {
            if (setting.isElsewhere(elsewhere)) {
                return setting.name();
            }
        }
        return null;
    }

    public List<String> names() {
        List<String> names = new ArrayList<>(settings.size());
        for (Setting setting : settings) {
            names.add(setting.name());
        }
        return names;
    }
}
