package io.lockgraft.lock;

import io.lockgraft.expression.Template;
import io.lockgraft.lock.outcome.OutcomeCheck;
import io.lockgraft.rules.Rule;
import io.lockgraft.type.MethodShape;
import io.lockgraft.type.TypeSource;
import java.util.ArrayList;
import java.util.List;

/** Whether a rule's key, condition and outcomes fit a method, judged by shapes alone; for the weaver and for `check`. */
public final class SiteCheck {
    private SiteCheck() {}

    /** Why the rule does not fit: a sentence each; empty where it fits. */
    public static List<String> check(Rule rule, MethodShape method, TypeSource types) {
        List<String> problems = new ArrayList<>();
        for (Template key : rule.keys()) {
            problems.addAll(key.check(method, types));
        }
        if (rule.when() != null) {
            problems.addAll(rule.when().check(method, types));
        }
        OutcomeCheck outcomes = new OutcomeCheck(method, types);
        problems.addAll(outcomes.check("onBusy", rule.onBusy()));
        problems.addAll(outcomes.check("onUnavailable", rule.onUnavailable()));
        problems.addAll(outcomes.check("onMissingKey", rule.onMissingKey()));
        return problems;
    }
}
