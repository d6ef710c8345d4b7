package io.lockgraft.weave.plan;

import io.lockgraft.language.pattern.MethodPattern;
import io.lockgraft.language.pattern.PatternMatch;
import io.lockgraft.language.pattern.ProxyInterface;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeShape;
import io.lockgraft.language.type.TypeSource;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Rules;
import io.lockgraft.weave.match.PatternIndex;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which rules lock which methods of one class. */
final class RuleMatches {
    private final PatternIndex patterns;
    private final Misses misses;

    RuleMatches(Rules rules, Misses misses) {
        this.patterns = new PatternIndex(rules);
        this.misses = misses;
    }

    /** The rules of each method that has one, in the order of the file; methods that cannot be locked among them. */
    Map<MethodShape, List<Rule>> of(TypeShape type, TypeSource types) {
        Map<MethodShape, List<Rule>> matched = new LinkedHashMap<>();
        for (PatternIndex.Entry each : patterns.of(type.name())) {
            add(type, types, each.rule(), each.pattern(), matched);
        }
        return matched;
    }

    private void add(
            TypeShape type, TypeSource types, Rule rule, MethodPattern pattern, Map<MethodShape, List<Rule>> matched) {
        PatternMatch match = PatternMatch.of(pattern, type, types);
        for (MethodShape method : match.methods()) {
            add(matched, method, rule);
        }
        for (MethodShape method : match.refused()) {
            add(matched, method, rule);
        }
        boolean found = !match.methods().isEmpty() || !match.refused().isEmpty();
        if (!misses.settle(rule, pattern, found, type, types)) {
            String proxied = ProxyInterface.told(pattern, type, types);
            if (proxied != null) {
                misses.add(rule, pattern, proxied, true);
            }
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
