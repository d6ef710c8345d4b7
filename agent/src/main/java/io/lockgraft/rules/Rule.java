package io.lockgraft.rules;

import static io.lockgraft.rules.RuleSetting.FAIL_OPEN;
import static io.lockgraft.rules.RuleSetting.FENCE;
import static io.lockgraft.rules.RuleSetting.GRANTED_LEASE;
import static io.lockgraft.rules.RuleSetting.HANDOFF;
import static io.lockgraft.rules.RuleSetting.HOLD_UNTIL;
import static io.lockgraft.rules.RuleSetting.LEASE;
import static io.lockgraft.rules.RuleSetting.LOCK;
import static io.lockgraft.rules.RuleSetting.ON_BUSY;
import static io.lockgraft.rules.RuleSetting.ON_MISSING_KEY;
import static io.lockgraft.rules.RuleSetting.ON_UNAVAILABLE;
import static io.lockgraft.rules.RuleSetting.REQUIRE_MATCH;
import static io.lockgraft.rules.RuleSetting.WHEN;

import io.lockgraft.language.expression.Template;
import io.lockgraft.language.pattern.MethodPattern;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.settings.Position;
import io.lockgraft.spi.settings.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One entry of the rules file: which methods, which key, which settings. Immutable; built by the reader and by tests.
 */
public final class Rule {
    /** The wait of a rule that says {@code wait: forever}: 146 years. */
    public static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE / 2);

    private final String name;
    private final Position position;
    private final List<MethodPattern> methods;
    private final String argument;
    private final List<Template> keys;
    private final String namespace;
    private final RuleSettings settings;
    private final Map<?, Position> places;

    /**
     * @param argument what the rule calls the argument of a program that asks for it by name; null where it has no name
     * @param namespace without the colon; empty for none
     * @param places where its patterns and keys stand
     */
    public Rule(
            String name,
            Position position,
            List<MethodPattern> methods,
            String argument,
            List<Template> keys,
            String namespace,
            RuleSettings settings,
            Map<?, Position> places) {
        this.name = name;
        this.position = position;
        this.methods = methods;
        this.argument = argument;
        this.keys = keys;
        this.namespace = namespace;
        this.settings = settings;
        this.places = places;
    }

    public String name() {
        return name;
    }

    /** Where the rule begins. */
    public Position position() {
        return position;
    }

    /** Where one of its method patterns stands. */
    public Position position(MethodPattern pattern) {
        return pattern == until().call() ? position("hold.until") : orOwn(places.get(pattern));
    }

    /** Where one of its keys stands. */
    public Position position(Template key) {
        return orOwn(places.get(key));
    }

    /** Where the value of a setting stands, which may be among the defaults. */
    public Position position(String setting) {
        return orOwn(settings.position(setting));
    }

    /** Whether the file says this setting, in the rule or among the defaults. */
    public boolean says(String setting) {
        return settings.position(setting) != null;
    }

    private Position orOwn(Position known) {
        return known == null ? position : known;
    }

    /** A mistake of this rule, as every message about one begins. */
    public Problem problem(Position at, String message) {
        return new Problem(at, "rule '" + name + "'" + message);
    }

    public List<MethodPattern> methods() {
        return methods;
    }

    /** Those, and what {@code hold.until} names: all patterns of the rule. */
    public List<MethodPattern> patterns() {
        List<MethodPattern> all = new ArrayList<>(methods);
        if (until().call() != null) {
            all.add(until().call());
        }
        return all;
    }

    /** What the rule calls the argument of a program that asks for it by name; null where it has no name. */
    public String argument() {
        return argument;
    }

    /**
     * The templates of the keys that are taken together; each makes several keys where it {@link Template#isSeveral}.
     */
    public List<Template> keys() {
        return keys;
    }

    /** What stands in front of every key, without the colon; empty for none. */
    public String namespace() {
        return namespace;
    }

    /** What the rule says of this setting, or else {@code defaults}, or what is usual. What many ask has a method. */
    public <T> T get(RuleSetting<T> setting) {
        return settings.get(setting);
    }

    /** The lease that the store is asked for: the one that the rule wishes for, or the nearest that is granted. */
    public Duration lease() {
        return isLeaseGranted() ? get(LEASE) : get(GRANTED_LEASE);
    }

    /** True if the store grants the lease that the rule wishes for. */
    public boolean isLeaseGranted() {
        return get(GRANTED_LEASE) == null;
    }

    public LockKind lock() {
        return get(LOCK);
    }

    /** Where the hold of a call ends. */
    public Until until() {
        return get(HOLD_UNTIL);
    }

    /**
     * Where it makes sense at all: not for fair calls, which take turns with those of other JVMs, and not without
     * renewal.
     */
    public Handoff handoff() {
        return get(HANDOFF).of(lock());
    }

    /** Whether a call's key, or what its caller gets, depends on the object that the method is called on. */
    public boolean namesThis() {
        boolean names = get(WHEN) != null && get(WHEN).namesThis()
                || get(FENCE) != null && get(FENCE).namesThis()
                || get(ON_BUSY).namesThis()
                || get(ON_UNAVAILABLE).namesThis()
                || get(ON_MISSING_KEY).namesThis();
        for (Template each : keys) {
            names |= each.namesThis();
        }
        return names;
    }

    /** The name of the store that its locks live in; empty for the only one. */
    public String store() {
        return get(RuleSetting.STORE);
    }

    /** Whether a rule that cannot be applied is a warning and the method runs without the lock. */
    public boolean failOpen() {
        return get(FAIL_OPEN);
    }

    /** Whether a pattern of the rule that has matched nothing some time after the start is an error. */
    public boolean requiresMatch() {
        return get(REQUIRE_MATCH);
    }
}
