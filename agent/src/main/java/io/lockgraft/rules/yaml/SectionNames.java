package io.lockgraft.rules.yaml;

import io.lockgraft.spi.settings.SettingTable;
import io.lockgraft.spi.text.NearNames;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Holds the names in a mapping to those that it may have. */
final class SectionNames {
    private SectionNames() {}

    /** Reports names that are there twice, and unknown ones with what they may mean. */
    static void check(Section section, SettingTable table) {
        Map<String, Scalar> seen = new HashMap<>();
        for (Scalar name : section.mapping().names()) {
            Scalar first = seen.putIfAbsent(name.text(), name);
            if (first != null) {
                String where = "' is there twice; the first is in line "
                        + first.position().line();
                boolean isNextRule = table == Tables.RULE
                        && Arrays.asList("name", "method", "methods").contains(name.text());
                String another = isNextRule ? ". Another rule begins with '- '" : "";
                section.problem(name.position(), "setting '" + name.text() + where + another);
            } else if (table.get(name.text()) == null && !mayBeStore(section, table, name.text())) {
                String advice = advice(section, table, name.text());
                section.problem(name.position(), "unknown setting '" + name.text() + '\'' + advice);
            }
        }
    }

    /** Whether an unknown name may be that of a store whose extension could not be loaded. */
    private static boolean mayBeStore(Section section, SettingTable table, String name) {
        return section.reading().lacksStores()
                && section.mapping().get(name) instanceof Mapping
                && NearNames.of(name, table.names(), 1).isEmpty();
    }

    /** Whether an unknown name may mean one of these. */
    static boolean isMeant(Section section, SettingTable table, String... settings) {
        List<String> meant = Arrays.asList(settings);
        for (Scalar name : section.mapping().names()) {
            if (table.get(name.text()) == null
                    && (meant.contains(table.ours(name.text()))
                            || !NearNames.of(name.text(), meant, 1).isEmpty())) {
                return true;
            }
        }
        return false;
    }

    private static String advice(Section section, SettingTable table, String name) {
        if (StoreChain.isMeant(table, name)) {
            return ". " + StoreChain.REFUSAL;
        }
        String ours = table.ours(name);
        if (ours != null) {
            return NearNames.didYouMean(Collections.singletonList(ours));
        }
        for (SettingTable other : section.reading().tables().all()) {
            if (other.get(name) != null) {
                return "; it belongs " + other.place();
            }
        }
        String near = NearNames.didYouMean(name, table.names());
        if (!near.isEmpty()) {
            return near;
        }
        return table.names().isEmpty()
                ? "; there are no settings here"
                : "; known here: " + String.join(", ", table.names());
    }
}
