package io.lockgraft.rules.read;

import io.lockgraft.language.expression.Template;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.yaml.Problems;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.settings.Problem;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Refuses rules of different stores that share a member, unless their keys differ by their constant beginnings: a call
 * of one under a call of the other would wait for itself at that member.
 */
final class StoreOverlaps {
    private final Map<String, StoreConfiguration> stores;

    /** By store: the constant beginnings of the keys so far, each with the first rule that has it. */
    private final Map<String, TreeMap<String, Rule>> beginnings = new LinkedHashMap<>();

    /** By the names of two stores with a space between them: what they share; empty for nothing. */
    private final Map<String, String> shared = new HashMap<>();

    StoreOverlaps(Map<String, StoreConfiguration> stores) {
        this.stores = stores;
    }

    /** Reports the rule if a key of it may be that of a rule before it, in a store that shares a member. */
    void add(Rule rule, Problems problems) {
        if (stores.size() < 2 || !stores.containsKey(rule.store())) {
            return;
        }
        for (Template key : rule.keys()) {
            Problem problem = problem(rule, key);
            if (problem != null) {
                problems.add(problem.position(), problem.message());
                return;
            }
        }
        TreeMap<String, Rule> own = beginnings.get(rule.store());
        if (own == null) {
            own = new TreeMap<>();
            beginnings.put(rule.store(), own);
        }
        for (Template key : rule.keys()) {
            if (!own.containsKey(key.beginning())) {
                own.put(key.beginning(), rule);
            }
        }
    }

    private Problem problem(Rule rule, Template key) {
        for (Map.Entry<String, TreeMap<String, Rule>> each : beginnings.entrySet()) {
            String both = each.getKey().equals(rule.store()) ? "" : shared(each.getKey(), rule.store());
            Rule other = both.isEmpty() ? null : mayEqual(each.getValue(), key.beginning());
            if (other != null) {
                return rule.problem(
                        rule.position(key),
                        ": its store '" + rule.store() + "' and the store '" + other.store() + "' of rule '"
                                + other.name() + "' in line " + other.position().line() + " share " + both
                                + ", and their keys may be equal: a call of one under the other would wait for itself."
                                + " Give both rules one store, or let their keys begin with different texts");
            }
        }
        return null;
    }

    /** A rule with a beginning that this one begins with, or that begins with this one; null where there is none. */
    private static Rule mayEqual(TreeMap<String, Rule> beginnings, String beginning) {
        for (int end = 0; end <= beginning.length(); end++) {
            Rule shorter = beginnings.get(beginning.substring(0, end));
            if (shorter != null) {
                return shorter;
            }
        }
        Map.Entry<String, Rule> longer = beginnings.higherEntry(beginning);
        return longer != null && longer.getKey().startsWith(beginning) ? longer.getValue() : null;
    }

    private String shared(String one, String other) {
        String pair = one + ' ' + other;
        String known = shared.get(pair);
        if (known == null) {
            Set<String> both = parts(stores.get(one));
            both.retainAll(parts(stores.get(other)));
            known = both.isEmpty() ? "" : both.iterator().next();
            shared.put(pair, known);
        }
        return known;
    }

    /** The texts of a store and of all members in it, by which two descriptions of one store are found. */
    private static Set<String> parts(StoreConfiguration store) {
        Set<String> parts = new LinkedHashSet<>();
        parts.add(store.toString());
        for (StoreConfiguration member : store.members()) {
            parts.addAll(parts(member));
        }
        return parts;
    }
}
