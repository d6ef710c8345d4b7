package io.lockgraft.manage.answer;

import io.lockgraft.manage.Counters.Event;
import io.lockgraft.manage.RuleCoverage;
import io.lockgraft.manage.meter.RuleNumbers;
import io.lockgraft.manage.text.Forms;
import io.lockgraft.manage.text.Table;
import io.lockgraft.rules.Rule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The rules in force: what each locks, and what its calls met. */
final class RulesReply implements Reply {
    private final Running running;

    RulesReply(Running running) {
        this.running = running;
    }

    private Map<String, String> unmatched(Rule rule) {
        RuleCoverage its = running.coverage().of(rule.name());
        return its == null ? new LinkedHashMap<String, String>() : its.unmatched();
    }

    private int methods(Rule rule) {
        RuleCoverage its = running.coverage().of(rule.name());
        return its == null ? 0 : its.woven();
    }

    @Override
    public String asText() {
        Table table = new Table(
                "RULE", "LOCK", ">METHODS", ">CALLS", ">BUSY", ">UNAVAILABLE", ">LOST", "STORE", "KEY", "WHERE");
        StringBuilder notes = new StringBuilder();
        for (Rule rule : running.rules().rules()) {
            RuleNumbers its = running.numbers(rule);
            table.row(
                    Forms.plain(rule.name()),
                    rule.lock().word(),
                    Forms.count(methods(rule)),
                    Forms.count(its.calls()),
                    Forms.count(its.of(Event.BUSY)),
                    Forms.count(its.of(Event.UNAVAILABLE)),
                    Forms.count(its.of(Event.LOST)),
                    rule.store().isEmpty() ? Forms.NONE : Forms.plain(rule.store()),
                    Forms.plain(keys(rule)),
                    Forms.plain(rule.position().toString()));
            for (Map.Entry<String, String> each : unmatched(rule).entrySet()) {
                notes.append(Forms.plain("rule '" + rule.name() + "': " + each.getKey() + " matched nothing"
                                + (each.getValue() == null ? ": no such class was loaded" : ": " + each.getValue())))
                        .append('\n');
            }
        }
        return table.text() + notes;
    }

    private static String keys(Rule rule) {
        String prefix = rule.namespace().isEmpty() ? "" : rule.namespace() + ':';
        StringBuilder keys = new StringBuilder();
        for (Object key : rule.keys()) {
            keys.append(keys.length() == 0 ? "" : ", ").append(prefix).append(key);
        }
        return keys.toString();
    }

    @Override
    public Object asJson() {
        List<Object> all = new ArrayList<>();
        for (Rule rule : running.rules().rules()) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("rule", rule.name());
            json.put("position", rule.position().toString());
            json.put("store", rule.store());
            json.put("lock", rule.lock().word());
            json.put("key", keys(rule));
            json.put("methods", methods(rule));
            json.put("unmatched", new ArrayList<>(unmatched(rule).keySet()));
            RuleNumbers its = running.numbers(rule);
            json.put("calls", its.calls());
            json.put("counts", its.counts());
            all.add(json);
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("file", running.rules().file());
        json.put("rules", all);
        return json;
    }
}
