package io.lockgraft.manage.jmx;

import io.lockgraft.manage.Version;
import io.lockgraft.manage.meter.Meters;
import io.lockgraft.manage.meter.RuleMeter;
import io.lockgraft.manage.meter.StoreState;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.TabularData;

/** The bean of the agent: which rules are in force, and all rules at a glance. */
final class AgentBean extends NumbersBean {
    private static final String RULES = "rules";

    private final String rulesFile;
    private final Meters meters;

    AgentBean(String rulesFile, Meters meters) {
        super("Lockgraft in this JVM");
        this.rulesFile = rulesFile;
        this.meters = meters;
    }

    @Override
    Map<String, Object> attributes() {
        long holding = 0;
        for (RuleMeter each : meters.rules()) {
            holding += each.numbers().holding();
        }
        long down = 0;
        for (StoreState each : meters.stores()) {
            down += each.isUp() ? 0 : 1;
        }
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("Version", Version.text());
        all.put("RulesFile", rulesFile);
        all.put("Rules", (long) meters.rules().size());
        all.put("Holding", holding);
        all.put("StoresDown", down);
        return all;
    }

    @Override
    String[] tables() {
        return new String[] {RULES};
    }

    @Override
    TabularData table(String name) throws OpenDataException {
        OpenTable table = new OpenTable(name);
        for (RuleMeter each : meters.rules()) {
            table.add(RuleBean.attributes(each.numbers()));
        }
        return table.data();
    }
}
