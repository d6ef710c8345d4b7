package io.lockgraft.manage.meter;

import io.lockgraft.manage.Counters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The meters of all rules, by their names, and their stores. A rule that is read again goes on with its meter. */
public final class Meters {
    private final Map<String, RuleMeter> rules = new TreeMap<>();

    /**
     * The meter of a rule, with zeros where it has none yet.
     *
     * @param store that of its locks from now on
     */
    public synchronized RuleMeter of(String rule, StoreState store) {
        RuleMeter known = rules.get(rule);
        if (known == null) {
            known = new RuleMeter(rule, store);
            rules.put(rule, known);
        }
        known.moveTo(store);
        return known;
    }

    /** All of them, in the order of the names. */
    public synchronized List<RuleMeter> rules() {
        return new ArrayList<>(rules.values());
    }

    /** The stores of the rules, in the order of the names. */
    public synchronized List<StoreState> stores() {
        Map<String, StoreState> stores = new TreeMap<>();
        for (RuleMeter each : rules.values()) {
            stores.put(each.store().id(), each.store());
        }
        return new ArrayList<>(stores.values());
    }

    /** The counts of each rule, by the rule's name. */
    public synchronized Map<String, Counters> counters() {
        Map<String, Counters> counters = new TreeMap<>();
        for (Map.Entry<String, RuleMeter> each : rules.entrySet()) {
            counters.put(each.getKey(), each.getValue().counters());
        }
        return counters;
    }
}
