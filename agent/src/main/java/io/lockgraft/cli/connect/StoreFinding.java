package io.lockgraft.cli.connect;

import java.util.List;

/** What a store has answered. Immutable. */
public final class StoreFinding {
    private final String name;
    private final String store;
    private final String promises;
    private final List<String> facts;
    private final String failure;

    StoreFinding(String name, String store, String promises, List<String> facts, String failure) {
        this.name = name;
        this.store = store;
        this.promises = promises;
        this.facts = facts;
        this.failure = failure;
    }

    /** As the rules file calls it; empty for the only one. */
    public String name() {
        return name;
    }

    /** What it is and where, without a secret. */
    public String store() {
        return store;
    }

    /** Its leases, tokens and order, and when it frees the locks of a dead JVM. */
    public String promises() {
        return promises;
    }

    /** What it says of itself, a sentence each; empty where it cannot be used. */
    public List<String> facts() {
        return facts;
    }

    /** Why it cannot be used, and what to do; null where it can. */
    public String failure() {
        return failure;
    }

    /** {@code store 'ledger' (jdbc:postgresql://db/shop, table lockgraft)}. */
    public String title() {
        return title(name, store);
    }

    static String title(String name, String store) {
        return "store " + (name.isEmpty() ? "" : "'" + name + "' ") + '(' + store + ')';
    }
}
