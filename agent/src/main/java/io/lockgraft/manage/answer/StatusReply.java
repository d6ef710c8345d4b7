package io.lockgraft.manage.answer;

import io.lockgraft.bootstrap.LogLine;
import io.lockgraft.engine.event.Outage;
import io.lockgraft.engine.look.EngineView;
import io.lockgraft.engine.look.KeyView;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.manage.RuleCoverage;
import io.lockgraft.manage.Version;
import io.lockgraft.manage.happening.Happening;
import io.lockgraft.manage.happening.Happening.Kind;
import io.lockgraft.manage.meter.RuleNumbers;
import io.lockgraft.manage.text.Forms;
import io.lockgraft.manage.text.ShellWord;
import io.lockgraft.rules.Rule;
import io.lockgraft.spi.StoreConfiguration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How this JVM is, on one screen: which rules, which stores, what is held, what was counted, what happened last. */
final class StatusReply implements Reply {
    private static final int LAST = 4;
    private static final int UNMATCHED = 3;

    private final Running running;
    private final EngineView view;
    private final List<RuleNumbers> numbers;
    private final long now = System.currentTimeMillis();

    StatusReply(Running running) {
        this.running = running;
        this.view = running.look().now();
        this.numbers = running.numbers();
    }

    @Override
    public String asText() {
        StringBuilder text = new StringBuilder();
        text.append(running.name())
                .append(" on ")
                .append(Forms.plain(running.jvm().host()));
        text.append("  up ").append(Forms.span(running.upNanos()));
        text.append("  Lockgraft ").append(Version.text());
        text.append("  Java ").append(System.getProperty("java.version")).append('\n');
        text.append("rules  ").append(rules()).append('\n');
        for (Map.Entry<String, StoreConfiguration> store :
                running.rules().usedStores().entrySet()) {
            text.append("store  ")
                    .append(Running.named(store))
                    .append(' ')
                    .append(state(store.getKey()))
                    .append('\n');
        }
        text.append("now    ").append(held()).append('\n');
        text.append("total  ").append(total()).append('\n');
        text.append("last   ").append(last()).append('\n');
        return text.toString();
    }

    private String rules() {
        List<String> unmatched = unmatched();
        StringBuilder text = new StringBuilder();
        text.append(running.rules().rules().size())
                .append(" of ")
                .append(Forms.plain(running.rules().file()));
        text.append(", ").append(methods() == 1 ? "1 method" : methods() + " methods");
        for (int i = 0; i < Math.min(UNMATCHED, unmatched.size()); i++) {
            text.append(i == 0 ? "; '" : ", '")
                    .append(Forms.plain(unmatched.get(i)))
                    .append('\'');
        }
        if (unmatched.size() > UNMATCHED) {
            text.append(" and ").append(unmatched.size() - UNMATCHED).append(" more");
        }
        text.append(unmatched.isEmpty() ? "" : " matched nothing");
        Happening written = running.happenings().last(Kind.RULES_WRITTEN);
        return text
                + (written == null ? "" : "; file written " + Forms.time(written.millis(), now) + ", not read since");
    }

    private List<String> unmatched() {
        List<String> unmatched = new ArrayList<>();
        for (Rule rule : running.rules().rules()) {
            RuleCoverage its = running.coverage().of(rule.name());
            // A rule without a pattern is asked for by its name.
            if (its != null && !rule.patterns().isEmpty() && its.woven() == 0) {
                unmatched.add(rule.name());
            }
        }
        return unmatched;
    }

    private int methods() {
        int methods = 0;
        for (Rule rule : running.rules().rules()) {
            RuleCoverage its = running.coverage().of(rule.name());
            methods += its == null ? 0 : its.woven();
        }
        return methods;
    }

    private String state(String store) {
        Outage outage = running.outage(store);
        long silent = running.silentNanos(store, view);
        if (silent >= 0) {
            return "SILENT for " + Forms.span(silent)
                    + (silent == view.unansweredNanos(store)
                            ? ": calls have asked it and have no answer"
                            : ": it was asked to renew leases, and has not confirmed that");
        }
        int connecting = running.look().connecting(store);
        if (outage == null && connecting > 0) {
            return "being connected; " + (connecting == 1 ? "1 call waits" : Forms.count(connecting) + " calls wait")
                    + " for that";
        }
        if (outage == null) {
            return running.look().isOpen(store) ? "up" : "not asked yet";
        }
        String since = Forms.time(outage.sinceMillis(), now) + " (" + Running.length(outage) + ")";
        return (outage.isPartial() ? "PARTLY DOWN since " : "DOWN since ") + since + ": " + outage.why();
    }

    private String held() {
        String held = Forms.count(view.holding()) + " held, " + Forms.count(view.waiting()) + " waiting";
        if (view.unlocked() > 0) {
            held += ", "
                    + (view.unlocked() == 1
                            ? "1 runs on without its lock"
                            : Forms.count(view.unlocked()) + " run on without their locks");
        }
        KeyView oldest = view.oldest();
        if (oldest == null) {
            return held;
        }
        String key = Forms.plain(oldest.key());
        return held + "; oldest " + Forms.span(oldest.oldestNanos()) + ": " + key + "        -> locks "
                + running.jvm().pid() + ' ' + ShellWord.of(key);
    }

    private String total() {
        Happening lost = running.happenings().last(Kind.LOST);
        return (calls() == 1 ? "1 call, " : Forms.count(calls()) + " calls, ")
                + Forms.count(sum(Event.BUSY)) + " busy, "
                + Forms.count(sum(Event.UNAVAILABLE)) + " unavailable, "
                + Forms.count(sum(Event.LOST)) + " lost"
                + (lost == null
                        ? ""
                        : " (last " + Forms.time(lost.millis(), now) + " " + lost.subject() + " " + lost.about() + ")")
                + (withoutLock() == 0 ? "" : ", " + Forms.count(withoutLock()) + " ran without the lock");
    }

    /** Number of calls that ran, or ran on, without the lock of their rule. */
    private long withoutLock() {
        return sum(Event.PROCEEDED) + sum(Event.LOCAL) + sum(Event.NOT_FOLLOWED) + sum(Event.RELEASED_EARLY);
    }

    private long calls() {
        return numbers.stream().mapToLong(RuleNumbers::calls).sum();
    }

    private long sum(Event event) {
        return numbers.stream().mapToLong(each -> each.of(event)).sum();
    }

    private String last() {
        List<Happening> all = running.happenings().all();
        StringBuilder last = new StringBuilder();
        for (int i = all.size() - 1; i >= Math.max(0, all.size() - LAST); i--) {
            last.append(last.length() == 0 ? "" : " | ");
            last.append(Forms.time(all.get(i).millis(), now))
                    .append(' ')
                    .append(all.get(i).told());
        }
        return last.length() == 0 ? "nothing has happened" : last.toString();
    }

    @Override
    public Object asJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("application", running.jvm().application());
        json.put("pid", Forms.number(running.jvm().pid()));
        json.put("host", running.jvm().host());
        json.put("upMillis", running.upNanos() / 1_000_000);
        json.put("lockgraft", Version.text());
        json.put("java", System.getProperty("java.version"));
        json.put("file", running.rules().file());
        json.put("rules", running.rules().rules().size());
        json.put("methods", methods());
        json.put("unmatched", unmatched());
        Happening written = running.happenings().last(Kind.RULES_WRITTEN);
        json.put("written", written == null ? null : LogLine.time(written.millis()));
        json.put("stores", stores());
        json.put("held", view.holding());
        json.put("waiting", view.waiting());
        json.put("unlocked", view.unlocked());
        json.put("oldestMillis", view.oldest() == null ? null : view.oldest().oldestNanos() / 1_000_000);
        json.put("oldestKey", view.oldest() == null ? null : view.oldest().key());
        json.put("calls", calls());
        for (Event each : new Event[] {Event.BUSY, Event.UNAVAILABLE, Event.LOST}) {
            json.put(each.word(), sum(each));
        }
        json.put("withoutLock", withoutLock());
        return json;
    }

    private List<Object> stores() {
        List<Object> stores = new ArrayList<>();
        for (Map.Entry<String, StoreConfiguration> each :
                running.rules().usedStores().entrySet()) {
            Map<String, Object> store = new LinkedHashMap<>();
            Outage outage = running.outage(each.getKey());
            store.put("name", each.getKey());
            store.put("text", each.getValue().toString());
            store.put("asked", running.look().isOpen(each.getKey()));
            store.put("connecting", running.look().connecting(each.getKey()));
            store.put("down", outage != null);
            long silent = running.silentNanos(each.getKey(), view);
            if (silent >= 0) {
                store.put("silentMillis", silent / 1_000_000);
            }
            if (outage != null) {
                store.put("since", LogLine.time(outage.sinceMillis()));
                store.put("partial", outage.isPartial());
                store.put("why", outage.why());
            }
            stores.add(store);
        }
        return stores;
    }
}
