package io.lockgraft.report;

import io.lockgraft.language.type.loader.LoaderName;
import io.lockgraft.spi.log.Log;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Where each rule went in, where it did not, and why. Thread-safe. */
public final class Coverage {
    /** What became of a rule at one method. */
    public enum State {
        /** The method is locked. */
        WOVEN,
        /** The rule does not fit: the method throws on call, or runs without the lock where the rule fails open. */
        REFUSED,
        /** The method runs without the lock. */
        NOT_APPLIED
    }

    private final Map<String, RuleCoverage> rules = new LinkedHashMap<>();

    /** A rule of the file, before any class is looked at; in the order of the file. */
    public synchronized void declare(String rule, String position, List<String> patterns) {
        rules.put(rule, new RuleCoverage(rule, position, patterns));
    }

    /**
     * What became of a rule at one method of one loader's class; what was said of the same site before is replaced.
     *
     * @param reason null for a woven site about which there is nothing to say
     */
    public synchronized void site(
            String rule, String type, String signature, ClassLoader loader, State state, String reason) {
        of(rule).site(type, signature, loader, state, reason);
        if (Log.isDebug()) {
            Log.debug("rule '" + rule + "': " + type + '.' + signature + " of " + LoaderName.of(loader) + ": "
                    + RuleCoverage.word(state) + (reason == null ? "" : ": " + reason));
        }
    }

    /** The JVM did not accept a class as it was woven: all that was said of its sites is void. */
    public synchronized void rejected(String type, ClassLoader loader, String reason) {
        for (RuleCoverage rule : rules.values()) {
            rule.rejected(type, loader, reason);
        }
    }

    /** What must be known of a class's locked methods beside that they are locked. */
    public synchronized void note(String type, ClassLoader loader, String note) {
        for (RuleCoverage rule : rules.values()) {
            rule.note(type, loader, note);
        }
    }

    /** What must be known of one locked method of a rule beside that it is locked. */
    public synchronized void note(String rule, String type, String signature, ClassLoader loader, String note) {
        of(rule).note(type, signature, loader, note);
    }

    /** Where the holds of one locked method of a rule end. */
    public synchronized void ends(String rule, String type, String signature, ClassLoader loader, String told) {
        of(rule).ends(type, signature, loader, told);
    }

    /** The pattern took at least one method. */
    public synchronized void matched(String rule, String pattern) {
        of(rule).matched(pattern);
    }

    /** The class that the pattern names is there, without a method that the pattern takes. True when said first. */
    public synchronized boolean missed(String rule, String pattern, String why) {
        return of(rule).missed(pattern, why);
    }

    /** The patterns of a rule that have taken no method so far, each with what is known about why, or with null. */
    public synchronized Map<String, String> unmatched(String rule) {
        return of(rule).unmatched();
    }

    /** How many methods a rule locks. */
    public synchronized int woven(String rule) {
        return of(rule).count(State.WOVEN);
    }

    /** The whole without counters, for tests. */
    public Map<String, Object> asMap() {
        return asMap(Collections.<String, Counters>emptyMap());
    }

    private synchronized Map<String, Object> asMap(Map<String, Counters> counters) {
        List<Object> all = new ArrayList<>();
        for (Map.Entry<String, RuleCoverage> rule : rules.entrySet()) {
            Map<String, Object> map = rule.getValue().asMap();
            map.put("calls", calls(counters.get(rule.getKey())));
            all.add(map);
        }
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("rules", all);
        return map;
    }

    /** Writes it as JSON, with what was counted under each rule. */
    public void write(File file, Map<String, Counters> counters) throws IOException {
        byte[] json = Json.write(asMap(counters)).getBytes(StandardCharsets.UTF_8);
        try (FileOutputStream out = new FileOutputStream(file)) {
            out.write(json);
        }
    }

    private static Map<String, Object> calls(Counters counters) {
        Map<String, Object> calls = new LinkedHashMap<>();
        if (counters != null) {
            for (Map.Entry<Counters.Event, Long> event : counters.all().entrySet()) {
                calls.put(event.getKey().word(), event.getValue());
            }
        }
        return calls;
    }

    private RuleCoverage of(String rule) {
        RuleCoverage known = rules.get(rule);
        if (known == null) {
            throw new IllegalArgumentException("rule '" + rule + "' was never declared");
        }
        return known;
    }
}
