package io.lockgraft.weave;

import io.lockgraft.pattern.MethodPattern;
import io.lockgraft.pattern.Unlockable;
import io.lockgraft.report.Coverage;
import io.lockgraft.report.Log;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Rules;
import io.lockgraft.text.NearNames;
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
        String why = miss(type, pattern);
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

    /** What the class has instead: the same name with other parameters, or names that are near. */
    private static String miss(TypeShape type, MethodPattern pattern) {
        List<String> names = new ArrayList<>();
        List<String> overloads = new ArrayList<>();
        for (MethodShape method : type.methods()) {
            if (Unlockable.reason(type, method) == null) {
                names.add(method.name());
                if (method.name().equals(pattern.methodName())) {
                    overloads.add(Signatures.of(method));
                }
            }
        }
        if (!overloads.isEmpty()) {
            return type.name() + " has no such method; it has " + String.join(", ", overloads);
        }
        String nowhere = type.name() + " declares no method '" + pattern.methodName() + "'";
        String near = NearNames.didYouMean(pattern.methodName(), names);
        return nowhere + (near.isEmpty() ? "; an inherited method is named by the class that declares it" : near);
    }
}
