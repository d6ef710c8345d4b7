package io.lockgraft.manage.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockgraft.manage.Counters.Event;
import io.lockgraft.manage.meter.AskedStore;
import io.lockgraft.manage.meter.Meters;
import io.lockgraft.manage.meter.RuleMeter;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import javax.management.Attribute;
import javax.management.AttributeNotFoundException;
import javax.management.JMException;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.ReflectionException;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The beans as a tool reads them, in an MBean server of the test's. */
class NumbersBeanTest {
    private final MBeanServer beans = MBeanServerFactory.newMBeanServer();
    private final AskedStore store = new AskedStore();
    private final Meters meters = new Meters();
    private final RuleMeter pay = meters.of("pay", store);

    @BeforeEach
    void twoRulesHaveLocksInOneStore() throws JMException {
        meters.of("refund", store);
        beans.registerMBean(new AgentBean("rules.yaml", meters), name("Agent"));
        beans.registerMBean(new StoreBean(store), name("Store"));
        beans.registerMBean(new RuleBean(pay), name("Rule"));
    }

    private static ObjectName name(String type) throws JMException {
        return new ObjectName("io.lockgraft:type=" + type);
    }

    private Object attribute(String type, String attribute) throws JMException {
        return beans.getAttribute(name(type), attribute);
    }

    private TabularData table(String type, String table) throws JMException {
        return (TabularData) beans.invoke(name(type), table, null, null);
    }

    private static Object cell(TabularData table, Object row, String column) {
        CompositeData found = table.get(new Object[] {row});
        assertThat(found).as("row %s of %s", row, table.keySet()).isNotNull();
        return found.get(column);
    }

    @Test
    void aStoreThatIsDownSaysSoAndSinceWhenAndWhy() throws JMException {
        assertThat(attribute("Store", "Name")).isEqualTo("default");
        assertThat(attribute("Store", "Up")).isEqualTo(true);
        assertThat(attribute("Store", "DownSeconds")).isEqualTo(0.0);
        assertThat(attribute("Store", "Why")).isEqualTo("");

        store.isDownFor(2);

        assertThat(attribute("Store", "Up")).isEqualTo(false);
        assertThat(attribute("Store", "DownSeconds")).isEqualTo(2.0);
        assertThat(attribute("Store", "Why")).isEqualTo(store.why());
        assertThat(attribute("Agent", "StoresDown"))
                .as("of two rules with the same store")
                .isEqualTo(1L);

        store.isBack();

        assertThat(attribute("Store", "Up")).isEqualTo(true);
        assertThat(attribute("Agent", "StoresDown")).isEqualTo(0L);
    }

    @Test
    void theAgentHasATableOfAllRules() throws JMException {
        pay.entered(TimeUnit.MILLISECONDS.toNanos(3));
        pay.count(Event.BUSY);

        TabularData rules = table("Agent", "rules");

        assertThat(rules.size()).isEqualTo(2);
        assertThat(cell(rules, "pay", "Entered")).isEqualTo(1L);
        assertThat(cell(rules, "pay", "Busy")).isEqualTo(1L);
        assertThat(cell(rules, "pay", "Holding")).isEqualTo(1L);
        assertThat(cell(rules, "pay", "Store")).isEqualTo("default");
        assertThat(cell(rules, "refund", "Entered")).isEqualTo(0L);
        assertThat(attribute("Agent", "Rules")).isEqualTo(2L);
        assertThat(attribute("Agent", "Holding")).isEqualTo(1L);
        assertThat(attribute("Agent", "RulesFile")).isEqualTo("rules.yaml");
    }

    @Test
    void aRuleHasATableOfHowLongCallsWaitedAndOneOfHowLongTheyHeld() throws JMException {
        pay.entered(TimeUnit.MILLISECONDS.toNanos(3));
        pay.held(TimeUnit.SECONDS.toNanos(8));
        pay.held(TimeUnit.SECONDS.toNanos(8));

        assertThat(calls(table("Rule", "waited"), 0.001, 0.01)).isEqualTo(1);
        assertThat(calls(table("Rule", "waited"), 1, 1_000)).isZero();
        assertThat(calls(table("Rule", "held"), 1, 10)).isEqualTo(2);
        assertThat(calls(table("Rule", "held"), 0, 1)).isZero();
        assertThat(attribute("Rule", "HeldCount")).isEqualTo(2L);
    }

    /** How many calls are in the rows of these bounds. */
    private static long calls(TabularData table, double above, double upTo) {
        return table.values().stream()
                .map(CompositeData.class::cast)
                .filter(row -> (Double) row.get("seconds") > above && (Double) row.get("seconds") <= upTo)
                .mapToLong(row -> (Long) row.get("calls"))
                .sum();
    }

    @Test
    void itsTablesAreOperationsAndNothingCanBeSet() throws JMException {
        assertThat(operations("Agent")).containsExactly("rules");
        assertThat(operations("Rule")).containsExactly("waited", "held");
        assertThat(operations("Store")).isEmpty();
        assertThatThrownBy(() -> table("Store", "held")).isInstanceOf(ReflectionException.class);
        assertThatThrownBy(() -> attribute("Store", "Down")).isInstanceOf(AttributeNotFoundException.class);
        assertThatThrownBy(() -> beans.setAttribute(name("Store"), new Attribute("Up", true)))
                .isInstanceOf(AttributeNotFoundException.class);
    }

    private String[] operations(String type) throws JMException {
        return Arrays.stream(beans.getMBeanInfo(name(type)).getOperations())
                .map(MBeanOperationInfo::getName)
                .toArray(String[]::new);
    }
}
