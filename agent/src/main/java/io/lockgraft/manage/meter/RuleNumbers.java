package io.lockgraft.manage.meter;

import io.lockgraft.manage.Counters;
import io.lockgraft.manage.Counters.Event;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What was counted and measured under one rule until one moment, or between two. Immutable. */
public final class RuleNumbers {
    private final String rule;
    private final String store;
    private final Map<String, Long> counts;
    private final Distribution waited;
    private final Distribution held;

    RuleNumbers(String rule, String store, Map<String, Long> counts, Distribution waited, Distribution held) {
        this.rule = rule;
        this.store = store;
        this.counts = counts;
        this.waited = waited;
        this.held = held;
    }

    public String rule() {
        return rule;
    }

    public String store() {
        return store;
    }

    /** All counts, by the words of their events. */
    public Map<String, Long> counts() {
        return Collections.unmodifiableMap(counts);
    }

    public long of(Event event) {
        return counts.get(event.word());
    }

    /** All calls, whatever they got. */
    public long calls() {
        long calls = -of(Event.LOCAL);
        for (Event each : Counters.OUTCOMES) {
            calls += of(each);
        }
        return calls;
    }

    /** How long calls waited until they had their lock, or did not get it. */
    public Distribution waited() {
        return waited;
    }

    /** How long calls held their lock; of those that have ended. */
    public Distribution held() {
        return held;
    }

    /** How many calls are under a lock of their own now: entered and not ended. */
    public long holding() {
        return Math.max(0, of(Event.ENTERED) - held.count());
    }

    /** What has come since the other one was taken: divided by the time between them, the rates. */
    public RuleNumbers since(RuleNumbers before) {
        Map<String, Long> more = new LinkedHashMap<>();
        for (Map.Entry<String, Long> each : counts.entrySet()) {
            more.put(each.getKey(), each.getValue() - before.counts.get(each.getKey()));
        }
        return new RuleNumbers(rule, store, more, waited.since(before.waited), held.since(before.held));
    }
}
