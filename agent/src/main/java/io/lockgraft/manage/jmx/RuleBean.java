package io.lockgraft.manage.jmx;

import io.lockgraft.manage.Counters.Event;
import io.lockgraft.manage.meter.Distribution;
import io.lockgraft.manage.meter.RuleMeter;
import io.lockgraft.manage.meter.RuleNumbers;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.TabularData;

/** The bean of a rule: all counts, and how long its calls waited and held. */
final class RuleBean extends NumbersBean {
    private static final String WAITED = "waited";
    private static final String HELD = "held";

    private final RuleMeter meter;

    RuleBean(RuleMeter meter) {
        super("A rule");
        this.meter = meter;
    }

    @Override
    Map<String, Object> attributes() {
        return attributes(meter.numbers());
    }

    static Map<String, Object> attributes(RuleNumbers numbers) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("Rule", numbers.rule());
        all.put("Store", numbers.store());
        for (Event each : Event.values()) {
            String word = each.word();
            all.put(Character.toUpperCase(word.charAt(0)) + word.substring(1), numbers.of(each));
        }
        all.put("Holding", numbers.holding());
        lengths(all, "Waited", numbers.waited());
        lengths(all, "Held", numbers.held());
        return all;
    }

    private static void lengths(Map<String, Object> all, String name, Distribution lengths) {
        all.put(name + "Count", lengths.count());
        all.put(name + "Seconds", lengths.sumSeconds());
        all.put(name + "SecondsP50", lengths.p50());
        all.put(name + "SecondsP99", lengths.p99());
    }

    @Override
    String[] tables() {
        return new String[] {WAITED, HELD};
    }

    @Override
    TabularData table(String name) throws OpenDataException {
        RuleNumbers numbers = meter.numbers();
        Distribution lengths = name.equals(WAITED) ? numbers.waited() : numbers.held();
        double[] bounds = lengths.bounds();
        long[] counts = lengths.counts();
        OpenTable table = new OpenTable(name);
        for (int i = 0; i < bounds.length; i++) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("seconds", bounds[i]);
            row.put("calls", counts[i]);
            table.add(row);
        }
        return table.data();
    }
}
