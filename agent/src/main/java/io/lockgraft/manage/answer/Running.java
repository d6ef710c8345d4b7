package io.lockgraft.manage.answer;

import io.lockgraft.engine.acquire.Gates;
import io.lockgraft.engine.acquire.LazyGates;
import io.lockgraft.engine.acquire.Stores;
import io.lockgraft.engine.event.Outage;
import io.lockgraft.engine.look.EngineView;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.manage.Counters;
import io.lockgraft.manage.Coverage;
import io.lockgraft.manage.ThisJvm;
import io.lockgraft.manage.happening.Happenings;
import io.lockgraft.manage.meter.RuleNumbers;
import io.lockgraft.manage.text.Forms;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Rules;
import io.lockgraft.spi.Capability;
import io.lockgraft.spi.Jvm;
import io.lockgraft.spi.StoreConfiguration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The running agent, as far as answers are about it. */
final class Running {
    /** A store that is well says within a round trip that a key is another's. */
    private static final long SILENT = TimeUnit.SECONDS.toNanos(2);

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

    /** What may stand in front of a key, without the colon: the namespace of the file, and of each rule. */
    Set<String> namespaces() {
        Set<String> namespaces = new LinkedHashSet<>();
        namespaces.add(rules.namespace());
        for (Rule rule : rules.rules()) {
            namespaces.add(rule.namespace());
        }
        namespaces.remove("");
        return namespaces;
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

    /** Looks at all gates now. Only when somebody asks: before {@code main} an early Java 8 crashes on a lambda. */
    EngineView view() {
        return EngineView.of(stores);
    }

    /** Number of calls that wait until the store of this name is connected; they wait for no key yet. */
    int connecting(String store) {
        Gates gates = gates(store);
        return gates == null ? 0 : gates.connecting();
    }

    /** True if the store of this name has been asked for a lock, or is about to be. */
    boolean isOpen(String store) {
        return gates(store) != null;
    }

    private Gates gates(String store) {
        LazyGates gates = stores.byName().get(store);
        return gates == null ? null : gates.made();
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

    /** True if this store tells a command who holds a key. */
    boolean isAnswerable(String store) {
        StoreConfiguration its = rules.stores().get(store);
        return its != null
                && (its.capabilities().can(Capability.LOCKS)
                        || its.capabilities().can(Capability.PROCESSES));
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

    /**
     * For how long a store that is up has told a call nothing, or has not confirmed a lease; -1 where that is nothing
     * out of the ordinary. It counts as down only when the first of its calls gives up.
     */
    long silentNanos(String store, EngineView view) {
        long nanos = outage(store) == null ? Math.max(view.unansweredNanos(store), view.doubtNanos(store)) : -1;
        return nanos < SILENT ? -1 : nanos;
    }

    /** {@code fast DOWN 2m 14s} or {@code fast SILENT 12 s} of each store that does not answer; empty where all do. */
    String down(EngineView view) {
        StringBuilder down = new StringBuilder();
        for (String store : rules.usedStores().keySet()) {
            Outage outage = outage(store);
            long silent = silentNanos(store, view);
            if (outage != null || silent >= 0) {
                down.append("  ").append(store.isEmpty() ? "store" : store);
                down.append(outage != null ? " DOWN " + length(outage) : " SILENT " + Forms.span(silent));
            }
        }
        return down.toString();
    }

    /** The same, and how many calls run on without their lock: {@code 1 WITHOUT LOCK}. */
    String trouble(EngineView view) {
        return down(view) + (view.unlocked() == 0 ? "" : "  " + Forms.count(view.unlocked()) + " WITHOUT LOCK");
    }
}
