package io.lockgraft.rules.yaml;

import static io.lockgraft.spi.settings.Setting.of;

import io.lockgraft.spi.StoreProvider;
import io.lockgraft.spi.settings.Setting;
import io.lockgraft.spi.settings.SettingTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Every setting of the rules file but those that stores read themselves. */
public final class Tables {
    private static final SettingTable FILE = new SettingTable(
            "",
            "at the top of the file, beside 'rules'",
            of("namespace", "what stands in front of every key")
                    .orOption("lockgraft.namespace")
                    .forAllToSee(),
            of("stores", "several stores by names that rules choose from"),
            of("defaults", "settings for all rules that do not say otherwise"),
            of("extensions", "jars with stores of other authors"),
            of("identity", "whether the store is told which JVM holds a key"),
            of("failOpen", "whether mistakes are warnings").orOption("lockgraft.failOpen"),
            of("requireMatch", "whether a rule that has matched nothing after a while is an error"),
            of("log", "where the log of Lockgraft goes"),
            of("manage", "how a running JVM is asked"),
            of("rules", "the rules"));

    public static final SettingTable LOG = new SettingTable(
            "log.",
            "in 'log'",
            of("to", "stderr, a file, or the application's own log")
                    .orOption("lockgraft.log.to")
                    .forAllToSee(),
            of("format", "text, or a line of JSON for each event").orOption("lockgraft.log.format"));

    public static final SettingTable MANAGE = new SettingTable(
            "manage.",
            "in 'manage'",
            of("mailbox", "whether commands may ask a running JVM").orOption("lockgraft.manage.mailbox"),
            of("folder", "where its mailbox is").orOption(Option.FOLDER),
            of("address", "where /metrics and /healthz are")
                    .orOption("lockgraft.manage.address")
                    .forAllToSee(),
            of("hosts", "the names by which they may be asked"));

    public static final SettingTable RULE = new SettingTable(
            "rules.",
            "in a rule or in 'defaults'",
            of("name", "the name in the log, the report and errors"),
            of("method", "the methods to lock, by one pattern").elsewhere("pattern", "pointcut"),
            of("methods", "the same by several patterns"),
            of("argument", "the name of what a program gives Locks.call"),
            of("key", "the lock's name, filled from the call").elsewhere("lockKey", "lockName"),
            of("keys", "several keys that are taken together"),
            of("store", "the store of its locks, by its name in 'stores'"),
            of("lock", "the kind of lock").elsewhere("type", "kind", "lockType"),
            of("permits", "how many calls a semaphore lets in"),
            of("when", "the condition under which the call is locked").elsewhere("if", "condition"),
            of("wait", "how long a call waits for the key")
                    .elsewhere("timeout", "waitTime", "waitTimeout", "acquireTimeout", "maxWait"),
            of("lease", "how long the lock outlives a dead JVM")
                    .elsewhere("ttl", "leaseTime", "expire", "expiry", "expiration", "lockAtMostFor"),
            of("renew", "whether the lease runs anew while the method runs"),
            of("hold", "how long the lock is held at least and at most").elsewhere("lockAtLeastFor"),
            of("onBusy", "what the call gets when the wait ran out").elsewhere("onTimeout", "onFailure", "fallback"),
            of("onUnavailable", "what the call gets when the server cannot say"),
            of("onLost", "what happens when the lock is lost while the method runs"),
            of("onMissingKey", "what the call gets when a part of the key is null or blank"),
            of("failOpen", "whether a rule that cannot be applied is a warning"),
            of("requireMatch", "whether it is an error when it has matched nothing after a while"),
            of("handoff", "passing the grant on within this JVM"),
            of("linger", "how long the grant stays after its last hold"),
            of("fence", "where the fence token goes"));

    public static final SettingTable HOLD = new SettingTable(
            "rules.hold.",
            "in a rule's 'hold'",
            of("atLeast", "the lock stays that long, however short the method"),
            of("atMost", "the longest that the method may hold the lock"),
            of("onExceeded", "what happens then"),
            of("until", "where the hold ends: with the work, the method, or an enclosing call"));

    public static final SettingTable UNTIL = new SettingTable(
            "rules.hold.until.",
            "in a rule's 'hold.until'",
            of("work", "strict: a call fails whose work cannot be followed"));

    public static final SettingTable HANDOFF = new SettingTable(
            "rules.handoff.",
            "in a rule's 'handoff'",
            of("max", "how many times in a row"),
            of("for", "for how long in a row"));

    public static final SettingTable FENCE = new SettingTable(
            "rules.fence.",
            "in a rule's 'fence'",
            of("set", "the property of an argument that the token is written to"));

    public static final SettingTable OUTCOME = new SettingTable(
            "outcome.",
            "in an outcome, as in onBusy: {return: 0}",
            of("throw", "the class of the exception to throw"),
            of("message", "the exception's message"),
            of("return", "the value to return"),
            of("call", "the method to call instead"),
            of("retry", "trying again"),
            of("then", "the outcome when no try was enough"));

    public static final SettingTable RETRY = new SettingTable(
            "outcome.retry.",
            "in an outcome's 'retry'",
            of("times", "how many times"),
            of("backoff", "the first and the longest pause"));

    private final SettingTable file;
    private final List<SettingTable> all = new ArrayList<>();

    /** @param stores what reads the settings of stores, each of which is a setting of the file */
    public Tables(List<? extends StoreProvider> stores) {
        file = FILE.with(named(stores));
        all.add(file);
        for (StoreProvider store : stores) {
            all.addAll(store.tables());
        }
        all.addAll(Arrays.asList(LOG, MANAGE, RULE, HOLD, UNTIL, HANDOFF, FENCE, OUTCOME, RETRY));
    }

    /** The settings that name each of these. */
    public static List<Setting> named(List<? extends StoreProvider> stores) {
        List<Setting> named = new ArrayList<>();
        for (StoreProvider store : stores) {
            for (String name : store.names()) {
                named.add(of(name, store.meaning()));
            }
        }
        return named;
    }

    /** The settings at the top of the file. */
    public SettingTable file() {
        return file;
    }

    /** The tables of all mappings that a file may have. */
    public List<SettingTable> all() {
        return all;
    }
}
