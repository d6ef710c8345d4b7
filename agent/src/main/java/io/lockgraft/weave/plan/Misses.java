package io.lockgraft.weave.plan;

import io.lockgraft.language.pattern.MethodPattern;
import io.lockgraft.language.pattern.Mismatch;
import io.lockgraft.language.type.TypeShape;
import io.lockgraft.language.type.TypeSource;
import io.lockgraft.manage.Coverage;
import io.lockgraft.rules.Rule;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.settings.Problem;
import java.util.ArrayList;
import java.util.List;

/**
 * The patterns that name a class which is there, without a method that they take. At the end of the start, when no
 * other class can have it, a pattern that names its method without a wildcard is a refusal, for the method that was
 * meant would run unlocked; so is one that means the proxies of a framework; what shows later, of a class that a web
 * application brings, is a warning. Thread-safe.
 */
public final class Misses {
    private final Coverage coverage;
    private final Refusals refusals;
    private final boolean allOpen;
    /** What was missed while the agent starts; null after it. */
    private List<Miss> found = new ArrayList<>();

    /** @param allOpen whether the whole file fails open */
    Misses(Coverage coverage, Refusals refusals, boolean allOpen) {
        this.coverage = coverage;
        this.refusals = refusals;
        this.allOpen = allOpen;
    }

    /**
     * Keeps whether a pattern has matched in this class; false where nothing can be said of that.
     *
     * @param found whether it has
     */
    boolean settle(Rule rule, MethodPattern pattern, boolean found, TypeShape type, TypeSource types) {
        if (found) {
            coverage.of(rule.name()).matched(pattern.toString());
        } else if (pattern.exactClasses().contains(type.name())) {
            add(rule, pattern, Mismatch.inClass(pattern, type, types), pattern.namesMethod());
        } else {
            return false;
        }
        return true;
    }

    /**
     * Said once of a pattern.
     *
     * @param refused whether the JVM does not start with it, unless something else matches
     */
    synchronized void add(Rule rule, MethodPattern pattern, String why, boolean refused) {
        if (!coverage.of(rule.name()).missed(pattern.toString(), why)) {
            return;
        }
        Miss miss = new Miss(
                rule, pattern, rule.problem(rule.position(pattern), ": " + Mismatch.told(pattern, why)), refused);
        if (found == null) {
            Log.warn(miss.problem.toString());
        } else {
            found.add(miss);
        }
    }

    /** Ends the start; to be called before the refusals are asked for. */
    public synchronized void started() {
        for (Miss miss : found) {
            if (!coverage.of(miss.rule.name()).unmatched().containsKey(miss.pattern.toString())) {
                continue;
            }
            if (allOpen || miss.rule.failOpen()) {
                Log.warn(miss.problem + " (failOpen: the application runs without this lock)");
            } else if (miss.refused) {
                refusals.add(miss.problem, false, false);
            } else {
                Log.warn(miss.problem.toString());
            }
        }
        found = null;
    }

    /** One pattern of a rule, and what is said of it. */
    private static final class Miss {
        private final Rule rule;
        private final MethodPattern pattern;
        private final Problem problem;
        private final boolean refused;

        Miss(Rule rule, MethodPattern pattern, Problem problem, boolean refused) {
            this.rule = rule;
            this.pattern = pattern;
            this.problem = problem;
            this.refused = refused;
        }
    }
}
