package io.lockgraft.manage.jmx;

import io.lockgraft.manage.Counters.Event;
import io.lockgraft.manage.meter.Distribution;
import io.lockgraft.manage.meter.RuleMeter;
import io.lockgraft.manage.meter.RuleNumbers;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.TabularData;

/** What the bean of a rule shows: all counts, and how long its calls waited and held. */
final class RuleBeanNumbers implements BeanNumbers {
    private static final String WAITED = "waited";
    private static final String HELD = "held";
    private static final double MEDIAN = 0.5;
    private static final double NEARLY_ALL = 0.99;

    private final RuleMeter meter;

    RuleBeanNumbers(RuleMeter meter) {
        this.meter = meter;
    }

    @Override
    public Map<String, Object> attributes() {
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
        all.put(name + "SecondsP50", lengths.quantile(MEDIAN));
        all.put(name + "SecondsP99", lengths.quantile(NEARLY_ALL));
    }

    @Override
    public String[] tables() {
        return new String[] {WAITED, HELD};
    }

    @Override
    public TabularData table(String name) throws OpenDataException {
        RuleNumbers numbers = meter.numbers();
        Distribution lengths = name.equals(WAITED) ? numbers.waited() : numbers.held();
        double[] bounds = lengths.bounds();
        long[] counts = lengths.counts();
        Table table = new Table(name);
        for (int i = 0; i < bounds.length; i++) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("seconds", bounds[i]);
            row.put("calls", counts[i]);
            table.add(row);
        }
        return table.data();
    }
}
