package io.lockgraft.cli;

import io.lockgraft.engine.warning.SiteWarning;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.rules.Rule;
import io.lockgraft.spi.settings.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects what is warned about; of a rule the same is told once, of its first method. */
final class WarningFindings {
    private final Map<Rule, Map<String, List<MethodShape>>> found = new LinkedHashMap<>();

    /** @param rules in the order of the file */
    WarningFindings(List<Rule> rules) {
        for (Rule rule : rules) {
            found.put(rule, new LinkedHashMap<String, List<MethodShape>>());
        }
    }

    void add(List<SiteWarning> warnings) {
        for (SiteWarning each : warnings) {
            found.get(each.rule())
                    .computeIfAbsent(each.sentence(), first -> new ArrayList<>(1))
                    .add(each.method());
        }
    }

    List<Problem> problems() {
        List<Problem> problems = new ArrayList<>();
        for (Map.Entry<Rule, Map<String, List<MethodShape>>> rule : found.entrySet()) {
            for (Map.Entry<String, List<MethodShape>> each : rule.getValue().entrySet()) {
                int others = each.getValue().size() - 1;
                problems.add(rule.getKey()
                        .problem(
                                rule.getKey().position(),
                                ": " + each.getValue().get(0) + (others == 0 ? "" : " (and " + others + " more)") + ": "
                                        + each.getKey()));
            }
        }
        return problems;
    }
}
