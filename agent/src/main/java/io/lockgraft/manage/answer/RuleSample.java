package io.lockgraft.manage.answer;

import io.lockgraft.manage.meter.RuleNumbers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The numbers of all rules at one moment. Immutable. */
final class RuleSample {
    private final long nanos;
    private final Map<String, RuleNumbers> rules = new HashMap<>();

    /** @param nanos the moment, by System.nanoTime */
    RuleSample(List<RuleNumbers> numbers, long nanos) {
        this.nanos = nanos;
        for (RuleNumbers each : numbers) {
            rules.put(each.rule(), each);
        }
    }

    /** What has come under a rule since the other sample. */
    RuleNumbers since(RuleSample before, String rule) {
        return rules.get(rule).since(before.rules.get(rule));
    }

    boolean isOlderThan(long span, long now) {
        return now - nanos > span;
    }

    /** The time between the two in nanoseconds. */
    long nanosSince(RuleSample before) {
        return nanos - before.nanos;
    }
}
