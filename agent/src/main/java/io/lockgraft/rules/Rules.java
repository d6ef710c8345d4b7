package io.lockgraft.rules;

import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreProvider;
import io.lockgraft.spi.settings.Problem;
import java.util.ArrayList;
import java.util.List;

/** A whole rules file, read and checked. Immutable. */
public final class Rules {
    private final String file;
    private final String namespace;
    private final StoreConfiguration store;
    private final List<StoreProvider> extensions;
    private final boolean named;
    private final boolean failOpen;
    private final List<Rule> rules;
    private final List<Problem> tolerated;
    private final List<Problem> warnings;
    private final List<Rule> readable;

    /**
     * @param store null only where there are no rules
     * @param extensions what reads the settings of stores that the file brings itself
     * @param named whether the store is told which JVM holds a key
     * @param readable all rules that can be read, those with mistakes among them
     */
    public Rules(
            String file,
            String namespace,
            StoreConfiguration store,
            List<StoreProvider> extensions,
            boolean named,
            boolean failOpen,
            List<Rule> rules,
            List<Problem> tolerated,
            List<Problem> warnings,
            List<Rule> readable) {
        this.readable = readable;
        this.file = file;
        this.namespace = namespace;
        this.store = store;
        this.extensions = extensions;
        this.named = named;
        this.failOpen = failOpen;
        this.rules = rules;
        this.tolerated = tolerated;
        this.warnings = warnings;
    }

    /**
     * The same with all rules that can be read, those with mistakes among them: to be held against classes and no more.
     * What is wrong in one layer hides nothing of the next.
     *
     * @param mistakes what is told beside those that {@code failOpen} covers
     */
    public Rules toJudge(List<Problem> mistakes) {
        List<Problem> all = new ArrayList<>(mistakes);
        all.addAll(tolerated);
        return new Rules(file, namespace, store, extensions, named, failOpen, readable, all, warnings, readable);
    }

    public String file() {
        return file;
    }

    /** What stands in front of every key, without the colon; empty for nothing. */
    public String namespace() {
        return namespace;
    }

    /** The store; null only where mistakes that {@code failOpen} covers left no rules. */
    public StoreConfiguration store() {
        return store;
    }

    /** The stores of other authors that the file names by their jars, used or not. */
    public List<StoreProvider> extensions() {
        return extensions;
    }

    /** True if the store is told host and process of the JVM that holds a key. */
    public boolean isNamed() {
        return named;
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
     * outside the rules leaves none, because what was meant cannot be known.
     */
    public List<Problem> tolerated() {
        return tolerated;
    }

    /** What is no mistake, and should be known. */
    public List<Problem> warnings() {
        return warnings;
    }
}
