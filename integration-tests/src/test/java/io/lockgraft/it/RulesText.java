package io.lockgraft.it;

import java.nio.file.Path;
import java.util.List;

/** Writes the rules files of the tests: all keys begin with {@code it:}. */
final class RulesText {
    private final StringBuilder text = new StringBuilder();

    private RulesText(String redis, String login, String defaults) {
        this("timeout: 1s, address: '" + redis + "'" + login, defaults);
    }

    private RulesText(String redis, String defaults) {
        this(defaults, List.of("redis: {" + redis + '}'));
    }

    private RulesText(String defaults, List<String> store) {
        text.append("namespace: it\n");
        store.forEach(line -> text.append(line).append('\n'));
        text.append("defaults: {").append(defaults).append("}\n");
        text.append("rules:\n");
    }

    /** Begins a file: the server's address, and the settings of all rules as {@code wait: 5s, lease: 10s}. */
    static RulesText on(String redis, String defaults) {
        return new RulesText(redis, "", defaults);
    }

    /** The same for several servers: what stands in {@code redis}. */
    static RulesText onServers(String redis, String defaults) {
        return new RulesText("timeout: 1s, " + redis, defaults);
    }

    /** The same for another store: what names it, as {@code memory: {}}. */
    static RulesText onStore(String store, String defaults) {
        return new RulesText(defaults, List.of(store));
    }

    /** The same for the servers that a Redisson file names. */
    static RulesText onFile(Path file, String defaults) {
        return new RulesText("config: '" + file + "'", defaults);
    }

    /** The same for a server that wants a user and a password. */
    static RulesText on(String redis, String user, String password, String defaults) {
        return new RulesText(redis, ", username: " + user + ", password: " + password, defaults);
    }

    /**
     * Locks a method of com.example.app, or of the package that it names, under {@code it:K:} and its first argument.
     */
    RulesText lock(String method, String... settings) {
        return lockBy("key: K:{p0}", method, settings);
    }

    /** Locks a method of com.example.app under several keys. */
    RulesText lockAll(String method, String keys, String... settings) {
        return lockBy("keys: [" + keys + ']', method, settings);
    }

    /** The same under what {@code keys} says, as {@code key: K:{p0}}. */
    RulesText lockBy(String keys, String method, String... settings) {
        String full = method.startsWith("com.") ? method : "com.example.app." + method;
        text.append("  - method: ").append(full).append('\n');
        text.append("    ").append(keys).append('\n');
        return set(settings);
    }

    /** More settings of the rule that was written last. */
    RulesText set(String... settings) {
        for (String setting : settings) {
            text.append("    ").append(setting).append('\n');
        }
        return this;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
