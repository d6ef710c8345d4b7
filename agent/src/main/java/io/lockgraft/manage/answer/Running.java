package io.lockgraft.manage.answer;

import io.lockgraft.engine.acquire.Stores;
import io.lockgraft.engine.event.Outage;
import io.lockgraft.engine.look.Look;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.manage.Counters;
import io.lockgraft.manage.Coverage;
import io.lockgraft.manage.ThisJvm;
import io.lockgraft.manage.happening.Happenings;
import io.lockgraft.manage.meter.RuleNumbers;
import io.lockgraft.manage.text.Forms;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Rules;
import io.lockgraft.spi.Jvm;
import io.lockgraft.spi.StoreConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The running agent, as far as answers are about it. */
final class Running {
    private final Rules rules;
    private final Coverage coverage;
    private final Sites sites;
    private final Stores stores;
    private final Happenings happenings;
    private final long began = System.nanoTime();

    Running(Rules rules, Coverage coverage, Sites sites, Stores stores, Happenings happenings) {
        this.rules = rules;
        this.coverage = coverage;
        this.sites = sites;
        this.stores = stores;
        this.happenings = happenings;
    }

    Rules rules() {
        return rules;
    }

    Coverage coverage() {
        return coverage;
    }

    /** The counts of each rule that has a site. */
    Map<String, Counters> counters() {
        return sites.counters();
    }

    /** What was counted and measured under a rule until now. */
    RuleNumbers numbers(Rule rule) {
        return sites.meters().of(rule.name(), sites.store(rule.store())).numbers();
    }

    /** The same of each rule of the file, in its order. */
    List<RuleNumbers> numbers() {
        List<RuleNumbers> all = new ArrayList<>();
        for (Rule rule : rules.rules()) {
            all.add(numbers(rule));
        }
        return all;
    }

    /** Made when somebody asks: before {@code main} an early Java 8 crashes on a lambda. */
    Look look() {
        return new Look(stores);
    }

    Happenings happenings() {
        return happenings;
    }

    /** For how long the agent has run. */
    long upNanos() {
        return System.nanoTime() - began;
    }

    /** Found out by the first question, which comes after {@code main} has begun. */
    Jvm jvm() {
        return ThisJvm.get();
    }

    /** {@code orders.jar 4711}. */
    String name() {
        String application = jvm().application();
        return Forms.plain((application.isEmpty() ? "java" : application) + " " + jvm().pid());
    }

    /** The outage of a store that goes on now; null where it is up, as far as calls have found out. */
    Outage outage(String store) {
        return sites.store(store).outage();
    }

    /** {@code fast address}: its name, where it has one, and what the file says of it. */
    static String named(Map.Entry<String, StoreConfiguration> store) {
        String text = store.getKey().isEmpty() ? "" : store.getKey() + ' ';
        return Forms.plain(text + store.getValue());
    }

    /** For how long an outage goes on: {@code 2m 14s}. */
    static String length(Outage outage) {
        return Forms.span(outage.nanos());
    }

    /** {@code fast DOWN 2m 14s} of each store that is down; empty where none is. */
    String down() {
        StringBuilder down = new StringBuilder();
        for (String store : rules.usedStores().keySet()) {
            Outage outage = outage(store);
            if (outage != null) {
                down.append("  ").append(store.isEmpty() ? "store" : store).append(" DOWN ");
                down.append(length(outage));
            }
        }
        return down.toString();
    }
}
