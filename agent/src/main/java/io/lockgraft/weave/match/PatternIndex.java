package io.lockgraft.weave.match;

import io.lockgraft.language.pattern.MethodPattern;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Rules;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The patterns that may mean a class of one name, in the order of the file: those that name it, and those that no name
 * settles. Thousands of rules that name a class each so cost a class no more than a few.
 */
public final class PatternIndex {
    /** A pattern and its rule. */
    public static final class Entry {
        private final int place;
        private final Rule rule;
        private final MethodPattern pattern;

        private Entry(int place, Rule rule, MethodPattern pattern) {
            this.place = place;
            this.rule = rule;
            this.pattern = pattern;
        }

        public Rule rule() {
            return rule;
        }

        public MethodPattern pattern() {
            return pattern;
        }
    }

    private final Map<String, List<Entry>> exact = new HashMap<>();
    private final List<Entry> open = new ArrayList<>();

    public PatternIndex(Rules rules) {
        int place = 0;
        for (Rule rule : rules.rules()) {
            for (MethodPattern pattern : rule.methods()) {
                Entry entry = new Entry(place++, rule, pattern);
                if (pattern.exactClass() == null) {
                    open.add(entry);
                }
                for (String name : pattern.exactClasses()) {
                    List<Entry> naming = exact.get(name);
                    if (naming == null) {
                        naming = new ArrayList<>(1);
                        exact.put(name, naming);
                    }
                    naming.add(entry);
                }
            }
        }
    }

    public List<Entry> of(String binaryName) {
        List<Entry> naming = exact.get(binaryName);
        if (naming == null || open.isEmpty()) {
            return Collections.unmodifiableList(naming == null ? open : naming);
        }
        List<Entry> both = new ArrayList<>(naming.size() + open.size());
        int next = 0;
        for (Entry entry : open) {
            while (next < naming.size() && naming.get(next).place < entry.place) {
                both.add(naming.get(next++));
            }
            both.add(entry);
        }
        both.addAll(naming.subList(next, naming.size()));
        return both;
    }
}
