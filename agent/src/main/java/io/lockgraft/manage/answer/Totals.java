package io.lockgraft.manage.answer;

import io.lockgraft.manage.Counters.Event;
import io.lockgraft.manage.meter.RuleNumbers;
import java.util.Collection;

/** Counts of several rules, added up. */
final class Totals {
    private Totals() {}

    static long calls(Collection<RuleNumbers> all) {
        long calls = 0;
        for (RuleNumbers each : all) {
            calls += each.calls();
        }
        return calls;
    }

    static long of(Collection<RuleNumbers> all, Event event) {
        long sum = 0;
        for (RuleNumbers each : all) {
            sum += each.of(event);
        }
        return sum;
    }
}
