package io.lockgraft.engine.event;

import io.lockgraft.manage.Counters;
import java.util.Map;
import java.util.TreeMap;

/** Listeners of each rule, by its name: a rule that is read again goes on with its counts and its log. */
public final class Events {
    private final Map<String, RuleEvents> events = new TreeMap<>();
    private final Map<String, RuleCounts> counts = new TreeMap<>();

    /** Listener to all that happens under this rule. */
    public synchronized RuleEvents of(String rule) {
        RuleEvents known = events.get(rule);
        if (known == null) {
            RuleCounts counting = new RuleCounts();
            counts.put(rule, counting);
            known = new RuleEvents(rule, counting, new CallLog(rule), new HoldLog(rule));
            events.put(rule, known);
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
