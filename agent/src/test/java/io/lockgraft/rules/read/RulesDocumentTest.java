package io.lockgraft.rules.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Rules;
import io.lockgraft.rules.yaml.Option;
import io.lockgraft.rules.yaml.Tables;
import io.lockgraft.spi.settings.Setting;
import io.lockgraft.spi.settings.SettingTable;
import io.lockgraft.store.BundledStores;
import io.lockgraft.testing.Documents;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Holds docs/RULES.md and the table of settings to each other. */
class RulesDocumentTest {
    private final String document = Documents.read("docs/RULES.md");

    @Test
    void everySettingHasItsParagraphAndEveryParagraphItsSetting() {
        Set<String> known = new TreeSet<>();
        for (SettingTable group : new Tables(BundledStores.providers()).all()) {
            for (Setting setting : group.settings()) {
                known.add(group.path() + setting.name());
            }
        }

        assertThat(new TreeSet<>(paragraphs().keySet())).isEqualTo(known);
    }

    @Test
    void everyOptionStandsInItsTable() {
        for (String option : Option.names(BundledStores.providers())) {
            assertThat(document).contains("| `" + option + "` | `" + Option.variable(option) + "` |");
        }
    }

    @Test
    void everyLinkInsideOfThePageLeadsSomewhere() {
        Set<String> anchors = new TreeSet<>();
        document.lines()
                .filter(line -> line.startsWith("#"))
                .forEach(line -> anchors.add(line.replaceFirst("#+ ", "")
                        .toLowerCase(java.util.Locale.ROOT)
                        .replaceAll("[^a-z0-9 -]", "")
                        .replace(' ', '-')));

        java.util.regex.Matcher links =
                java.util.regex.Pattern.compile("\\]\\(#([^)]*)\\)").matcher(document);
        while (links.find()) {
            assertThat(anchors).contains(links.group(1));
        }
    }

    @Test
    void theFirstExampleReads() {
        int begin = document.indexOf("```yaml\n") + "```yaml\n".length();

        Rules rules = Reads.with().rules(document.substring(begin, document.indexOf("```", begin)));

        assertThat(rules.rules()).extracting(Rule::name).containsExactly("pay-order");
    }

    private Map<String, String> paragraphs() {
        Map<String, String> paragraphs = new LinkedHashMap<>();
        String path = null;
        for (String line : document.split("\n")) {
            if (line.startsWith("#")) {
                path = line.startsWith("#### `") ? line.substring(6, line.length() - 1) : null;
                if (path != null) {
                    assertThat(paragraphs.put(path, "")).as(path + " twice").isNull();
                }
            } else if (path != null) {
                paragraphs.merge(path, line + "\n", String::concat);
            }
        }
        return paragraphs;
    }
}
