package io.lockgraft.rules;

import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreProvider;
import io.lockgraft.spi.settings.Problem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A whole rules file, read and checked. Immutable. */
public final class Rules {
    private final String file;
    private final String namespace;
    private final Map<String, StoreConfiguration> stores;
    private final List<StoreProvider> extensions;
    private final boolean named;
    private final LogSettings log;
    private final Manage manage;
    private final boolean failOpen;
    private final List<Rule> rules;
    private final List<Problem> tolerated;
    private final List<Problem> warnings;
    private final List<Rule> readable;

    /**
     * @param stores by their names; one without a name has the empty one; none only where there are no rules
     * @param extensions what reads the settings of stores that the file brings itself
     * @param named whether the store is told which JVM holds a key
     * @param log where the agent's own log goes
     * @param manage how a running JVM is asked
     * @param readable all rules that can be read, those with mistakes among them
     */
    public Rules(
            String file,
            String namespace,
            Map<String, StoreConfiguration> stores,
            List<StoreProvider> extensions,
            boolean named,
            LogSettings log,
            Manage manage,
            boolean failOpen,
            List<Rule> rules,
            List<Problem> tolerated,
            List<Problem> warnings,
            List<Rule> readable) {
        this.readable = readable;
        this.file = file;
        this.namespace = namespace;
        this.stores = stores;
        this.extensions = extensions;
        this.named = named;
        this.log = log;
        this.manage = manage;
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
        return new Rules(
                file, namespace, stores, extensions, named, log, manage, failOpen, readable, all, warnings, readable);
    }

    public String file() {
        return file;
    }

    /** What stands in front of every key, without the colon; empty for nothing. */
    public String namespace() {
        return namespace;
    }

    /**
     * All stores of the file by their names, in its order. One without a name has the empty one. Mistakes that {@code
     * failOpen} covers may have left none, and no rules.
     */
    public Map<String, StoreConfiguration> stores() {
        return stores;
    }

    /** Those of them that rules name. */
    public Map<String, StoreConfiguration> usedStores() {
        Set<String> named = new HashSet<>();
        for (Rule rule : rules) {
            named.add(rule.store());
        }
        Map<String, StoreConfiguration> used = new LinkedHashMap<>(stores);
        used.keySet().retainAll(named);
        return used;
    }

    /** The stores of other authors that the file names by their jars, used or not. */
    public List<StoreProvider> extensions() {
        return extensions;
    }

    /** True if the store is told host and process of the JVM that holds a key. */
    public boolean isNamed() {
        return named;
    }

    /** Where the agent's own log goes. */
    public LogSettings log() {
        return log;
    }

    /** How a running JVM is asked. */
    public Manage manage() {
        return manage;
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
