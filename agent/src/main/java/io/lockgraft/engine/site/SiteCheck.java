package io.lockgraft.engine.site;

import static io.lockgraft.rules.RuleSetting.FENCE;
import static io.lockgraft.rules.RuleSetting.ON_BUSY;
import static io.lockgraft.rules.RuleSetting.ON_MISSING_KEY;
import static io.lockgraft.rules.RuleSetting.ON_UNAVAILABLE;
import static io.lockgraft.rules.RuleSetting.WHEN;

import io.lockgraft.engine.outcome.OutcomeCheck;
import io.lockgraft.language.expression.Template;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeSource;
import io.lockgraft.rules.Outcome;
import io.lockgraft.rules.Rule;
import io.lockgraft.spi.settings.Position;
import io.lockgraft.spi.settings.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells whether a rule's key, condition and outcomes fit a method, judged by shapes alone; for the weaver and for
 * `check`.
 */
public final class SiteCheck {
    private SiteCheck() {}

    /** Mistakes of a rule that does not fit, with their positions: a sentence each; empty if the rule fits. */
    public static List<Problem> check(Rule rule, MethodShape method, TypeSource types) {
        return check(rule, method, types, new OutcomeCheck(method, types));
    }

    static List<Problem> check(Rule rule, MethodShape method, TypeSource types, OutcomeCheck outcomes) {
        List<Problem> problems = new ArrayList<>();
        for (Template key : rule.keys()) {
            add(problems, rule.position(key), key.check(method, types));
        }
        if (rule.get(WHEN) != null) {
            add(problems, rule.position("when"), rule.get(WHEN).check(method, types));
        }
        if (rule.get(FENCE) != null) {
            add(problems, rule.position("fence"), rule.get(FENCE).check(method, types));
        }
        for (Map.Entry<String, Outcome> each : outcomes(rule).entrySet()) {
            add(problems, rule.position(each.getKey()), outcomes.check(each.getKey(), each.getValue()));
        }
        return problems;
    }

    /** Hints about a rule that fits: a sentence each; mostly empty. */
    public static List<String> hints(Rule rule, MethodShape method, TypeSource types) {
        OutcomeCheck outcomes = new OutcomeCheck(method, types);
        List<String> hints = new ArrayList<>(0);
        for (Outcome each : outcomes(rule).values()) {
            String hint = outcomes.hint(each);
            if (hint != null && !hints.contains(hint)) {
                hints.add(hint);
            }
        }
        return hints;
    }

    /** The same that is told by {@code check} alone, since it is often meant: a sentence each; mostly empty. */
    public static List<String> notes(Rule rule, MethodShape method, TypeSource types) {
        List<String> notes = new ArrayList<>(0);
        for (Template key : rule.keys()) {
            notes.addAll(key.notes(method, types));
        }
        return notes;
    }

    private static Map<String, Outcome> outcomes(Rule rule) {
        Map<String, Outcome> outcomes = new LinkedHashMap<>();
        outcomes.put("onBusy", rule.get(ON_BUSY));
        outcomes.put("onUnavailable", rule.get(ON_UNAVAILABLE));
        outcomes.put("onMissingKey", rule.get(ON_MISSING_KEY));
        return outcomes;
    }

    private static void add(List<Problem> problems, Position at, List<String> reasons) {
        for (String reason : reasons) {
            problems.add(new Problem(at, reason));
        }
    }
}
