package io.lockgraft.weave.plan;

import io.lockgraft.language.pattern.MethodPattern;
import io.lockgraft.language.pattern.PatternMatch;
import io.lockgraft.language.pattern.ProxyInterface;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeShape;
import io.lockgraft.language.type.TypeSource;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Rules;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which rules lock which methods of one class. */
final class RuleMatches {
    private final Rules rules;
    private final Misses misses;

    RuleMatches(Rules rules, Misses misses) {
        this.rules = rules;
        this.misses = misses;
    }

    /** The rules of each method that has one, in the order of the file; methods that cannot be locked among them. */
    Map<MethodShape, List<Rule>> of(TypeShape type, TypeSource types) {
        Map<MethodShape, List<Rule>> matched = new LinkedHashMap<>();
        for (Rule rule : rules.rules()) {
            for (MethodPattern pattern : rule.methods()) {
                // First of all: there may be thousands of rules that name another class each.
                if (pattern.exactClass() != null && !pattern.exactClasses().contains(type.name())) {
                    continue;
                }
                PatternMatch match = PatternMatch.of(pattern, type, types);
                List<MethodShape> taken = new ArrayList<>(match.methods());
                taken.addAll(match.refused());
                for (MethodShape method : taken) {
                    matched.putIfAbsent(method, new ArrayList<Rule>(1));
                    if (!matched.get(method).contains(rule)) {
                        matched.get(method).add(rule);
                    }
                }
                if (!misses.settle(rule, pattern, !taken.isEmpty(), type, types)) {
                    String proxied = ProxyInterface.told(pattern, type, types);
                    if (proxied != null) {
                        misses.add(rule, pattern, proxied, true);
                    }
                }
            }
        }
        return matched;
    }
}
