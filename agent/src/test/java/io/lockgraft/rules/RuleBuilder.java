package io.lockgraft.rules;

import io.lockgraft.language.expression.Condition;
import io.lockgraft.language.expression.Target;
import io.lockgraft.language.expression.Template;
import io.lockgraft.language.pattern.MethodPattern;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.settings.Position;
import io.lockgraft.spi.settings.Problem;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

/** A rule for tests; what is not set has the documented default. */
public final class RuleBuilder {
    private final String name;
    private final RuleSettings settings = new RuleSettings();
    private Position position = new Position("rules.yaml", 1, 1);
    private List<MethodPattern> methods = Collections.emptyList();
    private String argument;
    private List<Template> keys = Collections.emptyList();
    private String namespace = "lockgraft";

    private RuleBuilder(String name) {
        this.name = name;
    }

    /** A file of these rules. */
    public static Rules file(List<Rule> rules) {
        List<Problem> none = Collections.emptyList();
        return new Rules(
                "rules.yaml",
                "",
                Collections.emptyMap(),
                Collections.emptyList(),
                true,
                LogSettings.STDERR,
                Manage.USUAL,
                false,
                rules,
                none,
                none,
                rules);
    }

    public static RuleBuilder named(String name) {
        return new RuleBuilder(name);
    }

    private <T> RuleBuilder with(RuleSetting<T> setting, T value) {
        settings.put(setting, value, null);
        return this;
    }

    public RuleBuilder at(Position position) {
        this.position = position;
        return this;
    }

    public RuleBuilder methods(List<MethodPattern> methods) {
        this.methods = methods;
        return this;
    }

    public RuleBuilder argument(String argument) {
        this.argument = argument;
        return this;
    }

    public RuleBuilder keys(List<Template> keys) {
        this.keys = keys;
        return this;
    }

    public RuleBuilder namespace(String namespace) {
        this.namespace = namespace;
        return this;
    }

    public RuleBuilder store(String store) {
        return with(RuleSetting.STORE, store);
    }

    public RuleBuilder lock(LockKind lock) {
        return with(RuleSetting.LOCK, lock);
    }

    public RuleBuilder permits(int permits) {
        return with(RuleSetting.PERMITS, permits);
    }

    public RuleBuilder when(Condition when) {
        return with(RuleSetting.WHEN, when);
    }

    public RuleBuilder waiting(Duration wait) {
        return with(RuleSetting.WAIT, wait);
    }

    public RuleBuilder lease(Duration lease) {
        return with(RuleSetting.LEASE, lease);
    }

    /** The lease that the store grants in place of the other. */
    public RuleBuilder granted(Duration lease) {
        return with(RuleSetting.GRANTED_LEASE, lease);
    }

    public RuleBuilder renew(boolean renew) {
        return with(RuleSetting.RENEW, renew);
    }

    public RuleBuilder hold(Duration atLeast, Duration atMost, OnExceeded onExceeded, Until until) {
        return with(RuleSetting.HOLD_AT_LEAST, atLeast)
                .with(RuleSetting.HOLD_AT_MOST, atMost)
                .with(RuleSetting.HOLD_ON_EXCEEDED, onExceeded)
                .with(RuleSetting.HOLD_UNTIL, until);
    }

    public RuleBuilder handoff(Handoff handoff) {
        return with(RuleSetting.HANDOFF, handoff);
    }

    public RuleBuilder linger(Duration linger) {
        return with(RuleSetting.LINGER, linger);
    }

    public RuleBuilder onBusy(Outcome onBusy) {
        return with(RuleSetting.ON_BUSY, onBusy);
    }

    public RuleBuilder onUnavailable(Outcome onUnavailable) {
        return with(RuleSetting.ON_UNAVAILABLE, onUnavailable);
    }

    public RuleBuilder onLost(OnLost onLost) {
        return with(RuleSetting.ON_LOST, onLost);
    }

    public RuleBuilder onMissingKey(Outcome onMissingKey) {
        return with(RuleSetting.ON_MISSING_KEY, onMissingKey);
    }

    public RuleBuilder fence(Target fence) {
        return with(RuleSetting.FENCE, fence);
    }

    public RuleBuilder failOpen(boolean failOpen) {
        return with(RuleSetting.FAIL_OPEN, failOpen);
    }

    public Rule build() {
        RuleSettings built = settings.over(new RuleSettings());
        return new Rule(name, position, methods, argument, keys, namespace, built, Collections.emptyMap());
    }
}
