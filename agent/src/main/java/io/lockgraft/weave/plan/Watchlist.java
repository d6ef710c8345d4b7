package io.lockgraft.weave.plan;

import io.lockgraft.engine.later.EnclosingCall;
import io.lockgraft.engine.later.Watch;
import io.lockgraft.language.pattern.MethodPattern;
import io.lockgraft.language.pattern.PatternMatch;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeShape;
import io.lockgraft.language.type.TypeSource;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Rules;
import io.lockgraft.spi.text.SyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The methods that are woven without a lock of their own: those that {@code hold.until} names, and those of
 * frameworks.
 */
public final class Watchlist {
    private final List<Entry> entries = new ArrayList<>();

    /** Methods of one pattern. */
    private static final class Entry {
        private final MethodPattern pattern;
        private final Watch watch;
        /** Null for a framework's. */
        private final Rule rule;

        Entry(MethodPattern pattern, Watch watch, Rule rule) {
            this.pattern = pattern;
            this.watch = watch;
            this.rule = rule;
        }
    }

    /** What the rules watch. */
    public Watchlist(Rules rules) {
        for (Rule rule : rules.rules()) {
            if (rule.until().call() != null) {
                entries.add(new Entry(rule.until().call(), EnclosingCall.watch(rule.until()), rule));
            }
        }
    }

    /** @param methods of a class that is named without wildcards */
    public void add(String methods, Watch watch) {
        try {
            entries.add(new Entry(MethodPattern.parse(methods), watch, null));
        } catch (SyntaxException e) {
            throw new IllegalStateException(methods, e);
        }
    }

    /** The patterns that no rule has. */
    public List<MethodPattern> ofFrameworks() {
        List<MethodPattern> patterns = new ArrayList<>();
        for (Entry entry : entries) {
            if (entry.rule == null) {
                patterns.add(entry.pattern);
            }
        }
        return patterns;
    }

    /** The watches of each watched method of a class, the outermost first. */
    Map<MethodShape, List<Watch>> match(TypeShape type, TypeSource types, Misses misses) {
        Map<MethodShape, List<Watch>> matched = new LinkedHashMap<>(0);
        for (Entry entry : entries) {
            if (entry.rule == null && !entry.pattern.namesType(type.name())) {
                continue;
            }
            List<MethodShape> methods =
                    PatternMatch.of(entry.pattern, type, types).methods();
            for (MethodShape method : methods) {
                matched.putIfAbsent(method, new ArrayList<Watch>(1));
                matched.get(method).add(entry.watch);
            }
            if (entry.rule != null) {
                misses.settle(entry.rule, entry.pattern, !methods.isEmpty(), type, types);
            }
        }
        return matched;
    }
}
