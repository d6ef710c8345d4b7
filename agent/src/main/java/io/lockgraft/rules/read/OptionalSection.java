package io.lockgraft.rules.read;

import io.lockgraft.rules.yaml.Mapping;
import io.lockgraft.rules.yaml.Section;
import io.lockgraft.spi.settings.SettingTable;

/** A section that the file may leave out. Its options count also then. */
final class OptionalSection {
    private OptionalSection() {}

    /** The section; an empty one where the file has none, or a wrong one. */
    static Section of(Section file, String name, SettingTable table) {
        Section section = file.section(name, table);
        return section != null ? section : new Section(file.reading(), Mapping.empty(file.position()), table, name);
    }
}
