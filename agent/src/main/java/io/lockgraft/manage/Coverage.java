package io.lockgraft.manage;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Records the methods that each rule was applied to or not, and why. Thread-safe. */
public final class Coverage {
    /** The result of applying a rule to one method. */
    public enum State {
        /** The method is locked. */
        WOVEN,
        /** The rule does not fit: the method throws on call, or runs without the lock where the rule fails open. */
        REFUSED,
        /** The method runs without the lock. */
        NOT_APPLIED
    }

    private final Map<String, RuleCoverage> rules = new LinkedHashMap<>();

    /**
     * A rule of the file, before any class is looked at; in the order of the file.
     *
     * @param store the name of its store; empty for the only one
     */
    public synchronized void declare(String rule, String position, String store, List<String> patterns) {
        rules.put(rule, new RuleCoverage(rule, position, store, patterns));
    }

    /** Returns the record of a rule; null if it was not declared. */
    public synchronized RuleCoverage of(String rule) {
        return rules.get(rule);
    }

    /** The JVM did not accept a class as it was woven: all that was said of its sites is void. */
    public synchronized void rejected(String type, ClassLoader loader, String reason) {
        for (RuleCoverage rule : rules.values()) {
            rule.rejected(type, loader, reason);
        }
    }

    /** Adds a note to all locked methods of a class. */
    public synchronized void note(String type, ClassLoader loader, String note) {
        for (RuleCoverage rule : rules.values()) {
            rule.note(type, null, loader, note);
        }
    }

    /** The whole, with what was counted under each rule. */
    public synchronized Map<String, Object> asMap(Map<String, Counters> counters) {
        List<Object> all = new ArrayList<>();
        for (Map.Entry<String, RuleCoverage> rule : rules.entrySet()) {
            Counters counted = counters.get(rule.getKey());
            Map<String, Object> map = rule.getValue().asMap();
            map.put("calls", counted == null ? Collections.emptyMap() : counted.all());
            all.add(map);
        }
        return Collections.<String, Object>singletonMap("rules", all);
    }

    /** Writes it as JSON, with what was counted under each rule. */
    public void write(File file, Map<String, Counters> counters) throws IOException {
        byte[] json = Json.write(asMap(counters)).getBytes(StandardCharsets.UTF_8);
        try (FileOutputStream out = new FileOutputStream(file)) {
            out.write(json);
        }
    }
}
