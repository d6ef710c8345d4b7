package io.lockgraft.rules;

import java.util.Collections;
import java.util.List;

/** A whole rules file, read and checked. Immutable. */
public final class Rules {
    private final String file;
    private final RedisSettings redis;
    private final boolean failOpen;
    private final List<Rule> rules;
    private final List<Problem> warnings;

    public Rules(String file, RedisSettings redis, boolean failOpen, List<Rule> rules) {
        this(file, redis, failOpen, rules, Collections.<Problem>emptyList());
    }

    /** @param redis null only where there are no rules */
    public Rules(String file, RedisSettings redis, boolean failOpen, List<Rule> rules, List<Problem> warnings) {
        this.file = file;
        this.redis = redis;
        this.failOpen = failOpen;
        this.rules = rules;
        this.warnings = warnings;
    }

    public String file() {
        return file;
    }

    /** The lock server; null only where mistakes that {@code failOpen} covers left no rules. */
    public RedisSettings redis() {
        return redis;
    }

    public boolean failOpen() {
        return failOpen;
    }

    /** In the order of the file. */
    public List<Rule> rules() {
        return rules;
    }

    /**
     * The mistakes that {@code failOpen} turned into warnings. A rule with one is not among {@link #rules}; a mistake
     * outside the rules leaves none, because nobody can know what was meant.
     */
    public List<Problem> warnings() {
        return warnings;
    }
}
