package io.lockgraft.rules;

import java.util.List;

/** A whole rules file, read and checked. Immutable. */
public final class Rules {
    private final String file;
    private final RedisSettings redis;
    private final boolean failOpen;
    private final List<Rule> rules;

    public Rules(String file, RedisSettings redis, boolean failOpen, List<Rule> rules) {
        this.file = file;
        this.redis = redis;
        this.failOpen = failOpen;
        this.rules = rules;
    }

    public String file() {
        return file;
    }

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
}
