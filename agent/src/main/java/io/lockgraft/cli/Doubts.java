package io.lockgraft.cli;

import io.lockgraft.language.expression.Template;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.rules.Outcome;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.RuleSetting;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.settings.Problem;
import io.lockgraft.spi.text.Durations;
import io.lockgraft.spi.text.Listing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What reads and fits in a rule, and is seldom what its author wants. Each doubt is gone where the rules file says that
 * this is meant.
 */
final class Doubts {
    private final Rule rule;

    Doubts(Rule rule) {
        this.rule = rule;
    }

    /** What the file alone tells. */
    List<Problem> ofSettings() {
        List<Problem> doubts = new ArrayList<>(0);
        Duration wait = rule.get(RuleSetting.WAIT);
        boolean skips = rule.get(RuleSetting.ON_BUSY) == Outcome.SKIP;
        if (skips && !rule.says("wait") && wait.compareTo(rule.get(RuleSetting.HOLD_AT_LEAST)) > 0) {
            String told = ": onBusy: skip comes after a wait of " + Durations.text(wait) + ", the default. A job that"
                    + " is shorter runs in every JVM, one after the other. For one run write wait: 0, with"
                    + " hold: {atLeast: ...}; or write the wait that is meant";
            doubts.add(rule.problem(rule.position("onBusy"), told));
        }
        return doubts;
    }

    /**
     * What the methods tell that the rule locks.
     *
     * @param isWide whether a pattern took them that names more than one class
     */
    List<Problem> ofMethods(List<LockedMethod> locked, boolean isWide) {
        List<Problem> doubts = new ArrayList<>(0);
        if (rule.keys().isEmpty() || !isOneForAll() || rule.lock() == LockKind.READ) {
            return doubts;
        }
        Set<String> classes = new HashSet<>();
        List<MethodShape> withParameters = new ArrayList<>();
        for (LockedMethod each : locked) {
            classes.add(each.method.owner());
            if (!each.method.parameterTypes().isEmpty()) {
                withParameters.add(each.method);
            }
        }
        Template key = rule.keys().get(0);
        if (isWide && classes.size() > 1) {
            doubts.add(rule.problem(
                    rule.position(key),
                    ": " + locked.size() + " methods of " + classes.size() + " classes share " + keys() + ". "
                            + atATime() + ". Give each class a rule and a key of its own, or write \"{'" + key
                            + "'}\" where that is meant"));
        } else if (!withParameters.isEmpty()) {
            int others = withParameters.size() - 1;
            doubts.add(rule.problem(
                    rule.position(key),
                    ": " + withParameters.get(0) + (others == 0 ? "" : " (and " + others + " more)")
                            + ": all calls share "
                            + keys() + ". " + atATime() + ". Put into the key what tells the calls apart, as in " + key
                            + ":{p0}, or write \"{'" + key + "'}\" where that is meant"));
        }
        return doubts;
    }

    private boolean isOneForAll() {
        for (Template each : rule.keys()) {
            if (!each.isConstant()) {
                return false;
            }
        }
        return true;
    }

    private String keys() {
        return rule.keys().size() == 1 ? "the key '" + rule.keys().get(0) + "'" : "the keys " + Listing.of(rule.keys());
    }

    private String atATime() {
        int permits = rule.lock() == LockKind.SEMAPHORE ? rule.get(RuleSetting.PERMITS) : 1;
        return (permits == 1 ? "One call runs" : permits + " calls run") + " at a time in the whole cluster";
    }
}
