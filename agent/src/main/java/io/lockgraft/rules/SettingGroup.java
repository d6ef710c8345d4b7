package io.lockgraft.rules;

import static io.lockgraft.rules.Setting.of;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The settings that one mapping of the rules file may have: everything that the file knows, in one table. */
enum SettingGroup {
    FILE(
            "",
            "at the top of the file, beside 'rules'",
            of("namespace", "what stands in front of every key")
                    .orOption("lockgraft.namespace")
                    .forAllToSee(),
            of("redis", "the lock server"),
            of("defaults", "settings for all rules that do not say otherwise"),
            of("failOpen", "whether mistakes are warnings").orOption("lockgraft.failOpen"),
            of("rules", "the rules")),
    REDIS(
            "redis.",
            "in 'redis'",
            of("address", "redis:// or rediss://, host and port")
                    .orOption("lockgraft.redis.address")
                    .elsewhere("url", "uri", "host"),
            of("username", "the user of the server's ACL")
                    .orOption("lockgraft.redis.username")
                    .elsewhere("user"),
            of("password", "the password").orOption("lockgraft.redis.password"),
            of("database", "the number of the database").orOption("lockgraft.redis.database"),
            of("timeout", "how long one command may take").orOption("lockgraft.redis.timeout"),
            of("tls", "whom a rediss:// connection trusts"),
            of("config", "a whole Redisson configuration"),
            of("sentinel", "servers watched by Sentinel"),
            of("cluster", "a Redis Cluster"),
            of("replicated", "a primary and replicas that the hoster fails over"),
            of("quorum", "independent servers of which most must agree"),
            of("replicas", "how many replicas must confirm a grant"),
            of("notify", "how a waiter hears that a key is free"),
            of("connect", "when the connection is made")),
    TLS(
            "redis.tls.",
            "in 'redis.tls'",
            of("truststore", "the certificates to trust"),
            of("truststorePassword", "their store's password"),
            of("keystore", "the certificate to show"),
            of("keystorePassword", "its store's password"),
            of("verifyHostname", "whether the certificate must name the host")),
    SENTINEL(
            "redis.sentinel.",
            "in 'redis.sentinel'",
            of("master", "the name that Sentinel gives the servers"),
            of("addresses", "the Sentinels")),
    CLUSTER("redis.cluster.", "in 'redis.cluster'", of("addresses", "some of the cluster's nodes")),
    REPLICATED("redis.replicated.", "in 'redis.replicated'", of("addresses", "all of the servers")),
    RULE(
            "rules.",
            "in a rule or in 'defaults'",
            of("name", "the name in the log, the report and errors"),
            of("method", "the methods to lock, by one pattern").elsewhere("pattern", "pointcut"),
            of("methods", "the same by several patterns"),
            of("argument", "the name of what a program gives Locks.call"),
            of("key", "the lock's name, filled from the call").elsewhere("lockKey", "lockName"),
            of("keys", "several keys that are taken together"),
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
            of("handoff", "passing the grant on within this JVM"),
            of("linger", "how long the grant stays after its last hold"),
            of("fence", "where the fence token goes")),
    HOLD(
            "rules.hold.",
            "in a rule's 'hold'",
            of("atLeast", "the lock stays that long, however short the method"),
            of("atMost", "the longest that the method may hold the lock"),
            of("onExceeded", "what happens then"),
            of("until", "where the hold ends: with the work, the method, or an enclosing call")),
    HANDOFF(
            "rules.handoff.",
            "in a rule's 'handoff'",
            of("max", "how many times in a row"),
            of("for", "for how long in a row")),
    FENCE("rules.fence.", "in a rule's 'fence'", of("set", "the property of an argument that the token is written to")),
    OUTCOME(
            "outcome.",
            "in an outcome, as in onBusy: {return: 0}",
            of("throw", "the class of the exception to throw"),
            of("message", "the exception's message"),
            of("return", "the value to return"),
            of("call", "the method to call instead"),
            of("retry", "trying again"),
            of("then", "the outcome when no try was enough")),
    RETRY(
            "outcome.retry.",
            "in an outcome's 'retry'",
            of("times", "how many times"),
            of("backoff", "the first and the longest pause"));

    private final String path;
    private final String place;
    private final List<Setting> settings;

    SettingGroup(String path, String place, Setting... settings) {
        this.path = path;
        this.place = place;
        this.settings = Collections.unmodifiableList(Arrays.asList(settings));
    }

    /** What the documentation puts in front of the name. */
    String path() {
        return path;
    }

    /** Where in the file these settings stand. */
    String place() {
        return place;
    }

    List<Setting> settings() {
        return settings;
    }

    /** The setting of this name, or null. */
    Setting get(String name) {
        for (Setting setting : settings) {
            if (setting.name().equals(name)) {
                return setting;
            }
        }
        return null;
    }

    /** The name that a setting has here, where this is what other tools call it; or null. */
    String ours(String elsewhere) {
        for (Setting setting : settings) {
            if (setting.isElsewhere(elsewhere)) {
                return setting.name();
            }
        }
        return null;
    }

    List<String> names() {
        List<String> names = new ArrayList<>(settings.size());
        for (Setting setting : settings) {
            names.add(setting.name());
        }
        return names;
    }
}
