package io.lockgraft.engine.event;

import io.lockgraft.manage.meter.Meters;
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
    private final Map<String, StoreHealth> stores = new TreeMap<>();
    private final Meters meters = new Meters();
    private final EngineListener more;
    private Rules rules;

    /** @param more hears all that counts and logs hear */
    public Events(EngineListener more) {
        this.more = more;
    }

    /** From now on stores are those of this file. Its rules have meters, which show zeros at first. */
    public synchronized void read(Rules file) {
        rules = file;
        for (Rule rule : file.rules()) {
            meters.of(rule.name(), store(rule.store()));
        }
    }

    /** Listener to all that happens under this rule. */
    public synchronized RuleEvents of(Rule rule) {
        StoreHealth store = store(rule.store());
        store.addRule(rule.name());
        String key = rule.name() + " in " + store;
        RuleEvents known = events.get(key);
        if (known == null) {
            String name = rule.name();
            RuleCounts counting = new RuleCounts(meters.of(name, store));
            known = new RuleEvents(
                    name, counting, new CallLog(name, store), new HoldLog(name, store), more.ofRule(name));
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
            known = new StoreHealth(name, text, more);
            stores.put(text, known);
        }
        return known;
    }

    /** What is counted and measured. */
    public Meters meters() {
        return meters;
    }
}
