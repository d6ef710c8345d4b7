package io.lockgraft.engine.event;

import io.lockgraft.manage.Counters;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Rules;
import io.lockgraft.spi.StoreConfiguration;
import java.util.Map;
import java.util.TreeMap;

/**
 * Listeners of each rule, and the health of each store, by their names. A rule that is read again goes on with its
 * counts and, where its store is the same, with its log. No lambda: classes are woven before main, where an early Java
 * 8 crashes on one.
 */
public final class Events {
    private final Map<String, RuleEvents> events = new TreeMap<>();
    private final Map<String, RuleCounts> counts = new TreeMap<>();
    private final Map<String, StoreHealth> stores = new TreeMap<>();
    private Rules rules;

    /** From now on stores are those of this file. */
    public synchronized void read(Rules file) {
        rules = file;
    }

    /** Listener to all that happens under this rule. */
    public synchronized RuleEvents of(Rule rule) {
        StoreHealth store = store(rule.store());
        store.addRule(rule.name());
        String key = rule.name() + " in " + store;
        RuleEvents known = events.get(key);
        if (known == null) {
            String name = rule.name();
            RuleCounts counting = counts.get(name);
            if (counting == null) {
                counting = new RuleCounts();
                counts.put(name, counting);
            }
            known = new RuleEvents(name, counting, new CallLog(name, store), new HoldLog(name, store));
            events.put(key, known);
        }
        return known;
    }

    /** Health of the store with this name in the rules file; empty where it has none. */
    public synchronized StoreHealth store(String name) {
        StoreConfiguration where = rules == null ? null : rules.stores().get(name);
        String text = (name.isEmpty() ? "the lock server" : "store '" + name + "'")
                + (where == null ? "" : " (" + where + ")");
        StoreHealth known = stores.get(text);
        if (known == null) {
            known = new StoreHealth(text);
            stores.put(text, known);
        }
        return known;
    }

    /** The counts of each rule that has a site, by the rule's name. */
    public synchronized Map<String, Counters> counters() {
        Map<String, Counters> counters = new TreeMap<>();
        for (Map.Entry<String, RuleCounts> each : counts.entrySet()) {
            counters.put(each.getKey(), each.getValue().counters());
        }
        return counters;
    }
}
