package io.lockgraft.weave;

import io.lockgraft.pattern.MethodPattern;
import io.lockgraft.pattern.Unlockable;
import io.lockgraft.report.Coverage;
import io.lockgraft.report.Log;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Rules;
import io.lockgraft.type.MethodShape;
import io.lockgraft.type.TypeShape;
import io.lockgraft.type.TypeSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds out which rules lock which methods of one class. */
final class Planner {
    private final Rules rules;

    Planner(Rules rules) {
        this.rules = rules;
    }

    /** The rules of each method that has one, in the order of the file; methods that cannot be locked among them. */
    Map<MethodShape, List<Rule>> match(TypeShape type, TypeSource types, Coverage coverage) {
        Map<MethodShape, List<Rule>> matched = new LinkedHashMap<>();
        for (Rule rule : rules.rules()) {
            for (MethodPattern pattern : rule.methods()) {
                match(type, types, rule, pattern, matched, coverage);
            }
        }
        return matched;
    }

    private static void match(
            TypeShape type,
            TypeSource types,
            Rule rule,
            MethodPattern pattern,
            Map<MethodShape, List<Rule>> matched,
            Coverage coverage) {
        List<MethodShape> unlockable = new ArrayList<>(0);
        boolean any = false;
        for (MethodShape method : type.methods()) {
            if (pattern.matches(type, method, types)) {
                if (Unlockable.reason(type, method) == null) {
                    add(matched, method, rule);
                    any = true;
                } else {
                    unlockable.add(method);
                }
            }
        }
        if (!any && pattern.namesMethod()) {
            // Meant by name, and by nothing else that the pattern says: not to be passed over in silence.
            for (MethodShape method : unlockable) {
                add(matched, method, rule);
                any = true;
            }
        }
        if (any) {
            coverage.matched(rule.name(), pattern.toString());
        } else if (pattern.exactClasses().contains(type.name())) {
            miss(type, rule, pattern, coverage);
        }
    }

    /** The class is there, the method is not: said at once, for no other class can match. */
    private static void miss(TypeShape type, Rule rule, MethodPattern pattern, Coverage coverage) {
        String why = type.name() + " has no method " + pattern.methodName() + " that it takes";
        if (coverage.missed(rule.name(), pattern.toString(), why)) {
            Log.warn(rule.position() + ": rule '" + rule.name() + "': " + pattern + " matches nothing: " + why);
        }
    }

    private static void add(Map<MethodShape, List<Rule>> matched, MethodShape method, Rule rule) {
        List<Rule> rules = matched.get(method);
        if (rules == null) {
            rules = new ArrayList<>(1);
            matched.put(method, rules);
        }
        if (!rules.contains(rule)) {
            rules.add(rule);
        }
    }
}
