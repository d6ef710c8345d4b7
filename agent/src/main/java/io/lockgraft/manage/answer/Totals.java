package io.lockgraft.manage.answer;

import io.lockgraft.manage.Counters.Event;
import io.lockgraft.manage.meter.RuleNumbers;
import java.util.Collection;

/** Counts of one rule or of several, added up as a reader asks for them. */
final class Totals {
    private static final Event[] ENDED = {
        Event.ENTERED,
        Event.NESTED,
        Event.NOT_ASKED,
        Event.BUSY,
        Event.UNAVAILABLE,
        Event.INTERRUPTED,
        Event.MISSING_KEY,
        Event.REFUSED
    };

    private Totals() {}

    /** All calls, whatever they got: each is counted under one of these events, local ones under two. */
    static long calls(RuleNumbers numbers) {
        long calls = -numbers.of(Event.LOCAL);
        for (Event each : ENDED) {
            calls += numbers.of(each);
        }
        return calls;
    }

    static long calls(Collection<RuleNumbers> all) {
        long calls = 0;
        for (RuleNumbers each : all) {
            calls += calls(each);
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
