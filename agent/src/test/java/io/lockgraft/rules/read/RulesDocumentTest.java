package io.lockgraft.rules.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Rules;
import io.lockgraft.rules.yaml.Option;
import io.lockgraft.rules.yaml.Tables;
import io.lockgraft.spi.StoreProvider;
import io.lockgraft.spi.settings.Setting;
import io.lockgraft.spi.settings.SettingTable;
import io.lockgraft.store.BundledStores;
import io.lockgraft.testing.Documents;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Holds docs/RULES.md, and the page of each store, to the tables of settings. The first cell of a table's head says
 * where the settings of its rows stand in the file.
 */
class RulesDocumentTest {
    private static final Pattern HEAD = Pattern.compile("\\| setting of (.+?) \\|.*");
    private static final Pattern ROW = Pattern.compile("\\| `([\\w.]+)` \\|.*");
    private static final Map<String, String> PATHS =
            Map.of("the file", "", "a rule", "rules.", "an outcome", "outcome.");

    private final String document = Documents.read("docs/RULES.md");

    @Test
    void everySettingHasItsRowAndEveryRowItsSetting() {
        Set<String> known = new TreeSet<>();
        for (SettingTable group : new Tables(BundledStores.providers()).all()) {
            for (Setting setting : group.settings()) {
                known.add(group.path() + setting.name());
            }
        }

        Set<String> rows = new TreeSet<>(rows(document));
        for (StoreProvider store : BundledStores.providers()) {
            String page = "docs/stores/" + store.name() + ".md";
            for (String row : rows(Documents.read(page))) {
                assertThat(row).as(page).startsWith(store.name() + ".");
                assertThat(rows.add(row)).as(row + " twice").isTrue();
            }
        }
        assertThat(rows).isEqualTo(known);
    }

    @Test
    void everyOptionStandsInItsTable() {
        for (String option : Option.names(BundledStores.providers())) {
            assertThat(document).contains("| `" + option + "` | `" + Option.variable(option) + "` |");
        }
    }

    @Test
    void theFirstExampleReads() {
        int begin = document.indexOf("```yaml\n") + "```yaml\n".length();

        Rules rules = Reads.with().rules(document.substring(begin, document.indexOf("```", begin)));

        assertThat(rules.rules()).extracting(Rule::name).containsExactly("pay-order");
    }

    /** The settings that have a row on the page, by their paths. */
    private static List<String> rows(String page) {
        List<String> rows = new ArrayList<>();
        String path = null;
        for (String line : page.split("\n")) {
            Matcher head = HEAD.matcher(line);
            Matcher row = ROW.matcher(line);
            if (head.matches()) {
                String of = head.group(1).replace("`", "");
                path = PATHS.getOrDefault(of, of + ".");
            } else if (!line.startsWith("|")) {
                path = null;
            } else if (path != null && row.matches()) {
                assertThat(rows).as("a row twice").doesNotContain(path + row.group(1));
                rows.add(path + row.group(1));
            }
        }
        return rows;
    }
}
