package io.lockgraft.rules;

import io.lockgraft.expression.Condition;
import io.lockgraft.expression.Target;
import io.lockgraft.expression.Template;
import io.lockgraft.pattern.MethodPattern;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.settings.Position;
import io.lockgraft.spi.settings.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One entry of the rules file: which methods, which key, which settings. Immutable; built by the reader and by tests.
 */
public final class Rule {
    /** The wait of a rule that says {@code wait: forever}: 146 years. */
    public static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE / 2);

    public static final Duration DEFAULT_WAIT = Duration.ofSeconds(10);
    public static final Duration DEFAULT_LEASE = Duration.ofSeconds(30);

    private final String name;
    private final Position position;
    private final List<MethodPattern> methods;
    private final String argument;
    private final List<Template> keys;
    private final String namespace;
    private final LockKind lock;
    private final int permits;
    private final Condition when;
    private final Duration wait;
    private final Duration lease;
    private final boolean renew;
    private final HoldPolicy hold;
    private final Handoff handoff;
    private final Duration linger;
    private final Outcome onBusy;
    private final Outcome onUnavailable;
    private final OnLost onLost;
    private final Outcome onMissingKey;
    private final Target fence;
    private final boolean failOpen;
    private final Map<Object, Position> places;

    private Rule(Builder b) {
        this.name = b.name;
        this.position = b.position;
        this.methods = b.methods;
        this.argument = b.argument;
        this.keys = b.keys;
        this.namespace = b.namespace;
        this.lock = b.lock;
        this.permits = b.permits;
        this.when = b.when;
        this.wait = b.wait;
        this.lease = b.lease;
        this.renew = b.renew;
        this.hold = b.hold;
        this.handoff = b.handoff == null ? Handoff.usual(b.lock) : b.handoff;
        this.linger = b.linger;
        this.onBusy = b.onBusy;
        this.onUnavailable = b.onUnavailable;
        this.onLost = b.onLost;
        this.onMissingKey = b.onMissingKey;
        this.fence = b.fence;
        this.failOpen = b.failOpen;
        this.places = new HashMap<>(b.places);
    }

    public static Builder named(String name) {
        return new Builder(name);
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
        return place(pattern);
    }

    /** Where one of its keys stands. */
    public Position position(Template key) {
        return place(key);
    }

    /** Where the value of a setting stands, which may be among the defaults. */
    public Position position(String setting) {
        return place(setting);
    }

    private Position place(Object part) {
        Position known = places.get(part == hold.until().call() ? "hold.until" : part);
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
        if (hold.until().call() == null) {
            return methods;
        }
        List<MethodPattern> all = new ArrayList<>(methods);
        all.add(hold.until().call());
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

    public LockKind lock() {
        return lock;
    }

    /** How many calls a semaphore lets in at a time; 1 for every other kind. */
    public int permits() {
        return permits;
    }

    /** Null: always. */
    public Condition when() {
        return when;
    }

    /** Zero: try once. */
    public Duration waiting() {
        return wait;
    }

    public Duration lease() {
        return lease;
    }

    public boolean renew() {
        return renew;
    }

    public HoldPolicy hold() {
        return hold;
    }

    /**
     * Where it makes sense at all: not for fair calls, which take turns with those of other JVMs, and not without
     * renewal.
     */
    public Handoff handoff() {
        return handoff;
    }

    /**
     * Zero: the grant goes back with the end of its last call. Where it makes sense at all, as for {@link #handoff}.
     */
    public Duration linger() {
        return linger;
    }

    public Outcome onBusy() {
        return onBusy;
    }

    public Outcome onUnavailable() {
        return onUnavailable;
    }

    public OnLost onLost() {
        return onLost;
    }

    public Outcome onMissingKey() {
        return onMissingKey;
    }

    /** Where the token of a fenced lock is written to before the method runs; null for nowhere. */
    public Target fence() {
        return fence;
    }

    /** Whether a call's key, or what its caller gets, depends on the object that the method is called on. */
    public boolean namesThis() {
        boolean names = when != null && when.namesThis()
                || fence != null && fence.namesThis()
                || onBusy.namesThis()
                || onUnavailable.namesThis()
                || onMissingKey.namesThis();
        for (Template each : keys) {
            names |= each.namesThis();
        }
        return names;
    }

    /** Whether a rule that cannot be applied is a warning and the method runs without the lock. */
    public boolean failOpen() {
        return failOpen;
    }

    /** Collects a rule's settings; what is not set has the documented default. */
    public static final class Builder {
        private final String name;
        private Position position = new Position("rules.yaml", 1, 1);
        private List<MethodPattern> methods = Collections.emptyList();
        private String argument;
        private List<Template> keys = Collections.emptyList();
        private String namespace = "lockgraft";
        private LockKind lock = LockKind.EXCLUSIVE;
        private int permits = 1;
        private Condition when;
        private Duration wait = DEFAULT_WAIT;
        private Duration lease = DEFAULT_LEASE;
        private boolean renew = true;
        private HoldPolicy hold = HoldPolicy.NONE;
        /** Null: that of the kind. */
        private Handoff handoff;

        private Duration linger = Duration.ZERO;
        private Outcome onBusy = Outcome.THROW;
        private Outcome onUnavailable = Outcome.THROW;
        private OnLost onLost = OnLost.WARN;
        private Outcome onMissingKey = Outcome.THROW;
        private Target fence;
        private boolean failOpen;
        private final Map<Object, Position> places = new HashMap<>();

        private Builder(String name) {
            this.name = name;
        }

        public Builder at(Position position) {
            this.position = position;
            return this;
        }

        /** Where its parts stand: patterns, keys, and by their names the values of settings. */
        public Builder at(Map<?, Position> parts) {
            places.putAll(parts);
            return this;
        }

        public Builder methods(List<MethodPattern> methods) {
            this.methods = methods;
            return this;
        }

        public Builder argument(String argument) {
            this.argument = argument;
            return this;
        }

        public Builder keys(List<Template> keys) {
            this.keys = keys;
            return this;
        }

        public Builder namespace(String namespace) {
            this.namespace = namespace;
            return this;
        }

        public Builder lock(LockKind lock) {
            this.lock = lock;
            return this;
        }

        public Builder permits(int permits) {
            this.permits = permits;
            return this;
        }

        public Builder when(Condition when) {
            this.when = when;
            return this;
        }

        public Builder waiting(Duration wait) {
            this.wait = wait;
            return this;
        }

        public Builder lease(Duration lease) {
            this.lease = lease;
            return this;
        }

        public Builder renew(boolean renew) {
            this.renew = renew;
            return this;
        }

        public Builder hold(HoldPolicy hold) {
            this.hold = hold;
            return this;
        }

        public Builder handoff(Handoff handoff) {
            this.handoff = handoff;
            return this;
        }

        public Builder linger(Duration linger) {
            this.linger = linger;
            return this;
        }

        public Builder onBusy(Outcome onBusy) {
            this.onBusy = onBusy;
            return this;
        }

        public Builder onUnavailable(Outcome onUnavailable) {
            this.onUnavailable = onUnavailable;
            return this;
        }

        public Builder onLost(OnLost onLost) {
            this.onLost = onLost;
            return this;
        }

        public Builder onMissingKey(Outcome onMissingKey) {
            this.onMissingKey = onMissingKey;
            return this;
        }

        public Builder fence(Target fence) {
            this.fence = fence;
            return this;
        }

        public Builder failOpen(boolean failOpen) {
            this.failOpen = failOpen;
            return this;
        }

        public Rule build() {
            return new Rule(this);
        }
    }
}
