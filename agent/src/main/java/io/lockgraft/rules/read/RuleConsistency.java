package io.lockgraft.rules.read;

import static io.lockgraft.rules.RuleSetting.FENCE;
import static io.lockgraft.rules.RuleSetting.HANDOFF;
import static io.lockgraft.rules.RuleSetting.HOLD_AT_LEAST;
import static io.lockgraft.rules.RuleSetting.HOLD_AT_MOST;
import static io.lockgraft.rules.RuleSetting.HOLD_ON_EXCEEDED;
import static io.lockgraft.rules.RuleSetting.LEASE;
import static io.lockgraft.rules.RuleSetting.LINGER;
import static io.lockgraft.rules.RuleSetting.LOCK;
import static io.lockgraft.rules.RuleSetting.ON_BUSY;
import static io.lockgraft.rules.RuleSetting.ON_LOST;
import static io.lockgraft.rules.RuleSetting.ON_UNAVAILABLE;
import static io.lockgraft.rules.RuleSetting.PERMITS;
import static io.lockgraft.rules.RuleSetting.RENEW;
import static io.lockgraft.rules.RuleSetting.STORE;
import static io.lockgraft.rules.RuleSetting.WAIT;

import io.lockgraft.language.expression.Template;
import io.lockgraft.rules.Handoff;
import io.lockgraft.rules.OnLost;
import io.lockgraft.rules.Outcome;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.RuleSetting;
import io.lockgraft.rules.RuleSettings;
import io.lockgraft.rules.yaml.Section;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.Capability;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.text.Durations;
import java.time.Duration;
import java.util.List;

/** Judges settings that are right each for itself but make no sense together. */
final class RuleConsistency {
    private final Section section;
    private final RuleSettings own;
    private final RuleSettings all;
    private final LockKind kind;

    private RuleConsistency(Section section, RuleSettings own, RuleSettings defaults) {
        this.section = section;
        this.own = own;
        this.all = own.over(defaults);
        this.kind = all.get(LOCK);
    }

    /**
     * Reports what the section's own settings make of the defaults; what the defaults say alone is theirs to answer
     * for.
     *
     * @param store null where it is wrong
     */
    static void check(Section section, RuleSettings own, RuleSettings defaults, StoreConfiguration store) {
        RuleConsistency senses = new RuleConsistency(section, own, defaults);
        if (senses.isRight(LOCK)) {
            senses.lock();
        }
        if (store != null && senses.isRight(LOCK, PERMITS)) {
            senses.store(store, store.capabilities());
        }
        if (store != null && senses.isRight(LEASE, RENEW)) {
            senses.lease(store, store.capabilities());
        }
        if (senses.isRight(ON_UNAVAILABLE, LOCK)) {
            senses.local();
        }
        senses.hold();
        if (senses.isRight(HANDOFF, LOCK, RENEW)) {
            senses.handoff();
        }
        if (senses.isRight(LINGER, LOCK, RENEW, ON_LOST)) {
            senses.linger();
        }
        if (Rule.FOREVER.equals(own.get(WAIT))) {
            senses.problem("'onBusy' never happens with wait: forever; delete one of them", ON_BUSY);
        }
    }

    /** Checks the keys of a rule against its settings. Keys that cannot be read are left out. */
    static void checkKeys(Section section, RuleSettings own, List<Template> keys) {
        boolean several = keys.size() > 1 || keys.size() == 1 && keys.get(0).isSeveral();
        if (several && !own.get(LINGER).isZero()) {
            String one = "'linger' goes with one key, not with several that are taken together";
            section.problem(own.position("linger"), one);
        }
    }

    private void lock() {
        boolean semaphore = kind == LockKind.SEMAPHORE;
        if (semaphore && !all.has(PERMITS) && isRight(PERMITS)) {
            problem("lock: semaphore needs 'permits' beside it", LOCK);
        }
        if (all.has(PERMITS) && !semaphore) {
            problem("'permits' goes with lock: semaphore only", PERMITS, LOCK);
        }
        if (all.has(FENCE) && kind != LockKind.FENCED) {
            problem("'fence' goes with lock: fenced only", FENCE, LOCK);
        }
    }

    /** The gate of a JVM lets one call in at a time, and ends with it. */
    private void local() {
        if (all.get(ON_UNAVAILABLE) != Outcome.LOCAL) {
            return;
        }
        if (kind != LockKind.EXCLUSIVE) {
            problem("onUnavailable: local goes with lock: exclusive only", ON_UNAVAILABLE, LOCK);
        }
        if (all.has(HOLD_AT_LEAST)) {
            String why = "onUnavailable: local does not go with hold.atLeast, which needs the store";
            problem(why, ON_UNAVAILABLE, HOLD_AT_LEAST);
        }
    }

    /** Checks the settings against what the store keeps, if they are valid by themselves. */
    private void store(StoreConfiguration store, Capabilities keeps) {
        if (!keeps.kinds().contains(kind)) {
            problem("a lock of kind " + kind.word() + " cannot be kept by " + store, LOCK, STORE);
        } else if (kind == LockKind.SEMAPHORE && all.get(PERMITS) > 1 && !keeps.can(Capability.SEVERAL_PERMITS)) {
            problem("a semaphore of several permits cannot be kept by " + store, PERMITS, LOCK, STORE);
        }
        if (all.has(HOLD_AT_LEAST) && !keeps.can(Capability.OUTLIVES_PROCESS)) {
            String why = "hold.atLeast does not go with " + store + ", whose locks end with their process";
            problem(why, HOLD_AT_LEAST, STORE);
        }
    }

    /** A lease is a wish, but where nothing renews it: then the lock would end before the time that is wished for. */
    private void lease(StoreConfiguration store, Capabilities keeps) {
        Duration wish = all.get(LEASE);
        Duration granted = Duration.ofMillis(keeps.lease(wish.toMillis()));
        int longer = wish.compareTo(granted);
        String told = "a lease of " + Durations.text(wish) + " is " + (longer > 0 ? "longer" : "shorter")
                + " than any of " + store + ", which grants " + Durations.text(granted);
        if (longer > 0 && !all.get(RENEW)) {
            problem(told + "; with renew: false write no longer one", LEASE, RENEW, STORE);
        } else if (longer != 0 && all.has(LEASE) && (own.has(LEASE) || isChosen())) {
            section.warning(own.position(own.has(LEASE) ? LEASE.name() : STORE.name()), told);
        }
    }

    /** True if the section itself names its store. */
    private boolean isChosen() {
        return own.position(STORE.name()) != null;
    }

    private void hold() {
        if (all.has(HOLD_ON_EXCEEDED) && !all.has(HOLD_AT_MOST)) {
            problem("hold.onExceeded needs hold.atMost beside it", HOLD_ON_EXCEEDED);
        }
        if (all.has(HOLD_AT_MOST) && all.get(HOLD_AT_LEAST).compareTo(all.get(HOLD_AT_MOST)) > 0) {
            problem("hold.atLeast is longer than hold.atMost", HOLD_AT_LEAST, HOLD_AT_MOST);
        }
        if (!all.get(RENEW) && isRight(RENEW, LEASE)) {
            withinLease(HOLD_AT_LEAST);
            withinLease(HOLD_AT_MOST);
        }
    }

    private void withinLease(RuleSetting<Duration> hold) {
        Duration lease = all.get(LEASE);
        if (all.has(hold) && all.get(hold).compareTo(lease) > 0) {
            String longer = hold.name() + " is longer than the lease of " + Durations.text(lease);
            problem(longer + ", with which the lock ends because of renew: false", hold, LEASE, RENEW);
        }
    }

    /** Only where the section itself asks for it: a default is for the rules that it fits. */
    private void handoff() {
        if (!all.has(HANDOFF) || all.get(HANDOFF) == Handoff.OFF) {
            return;
        }
        if (kind == LockKind.FAIR) {
            problem("'handoff' does not go with lock: fair, which serves the callers of all JVMs in turn", HANDOFF);
        }
        if (!all.get(RENEW)) {
            problem("'handoff' does not go with renew: false, with which a grant ends at a fixed time", HANDOFF);
        }
    }

    /** Checks {@code linger} as {@link #handoff} checks its setting. */
    private void linger() {
        if (all.get(LINGER).isZero()) {
            return;
        }
        if (kind == LockKind.FAIR || kind == LockKind.READ || kind == LockKind.SEMAPHORE) {
            problem("'linger' goes with lock: exclusive, write and fenced only", LINGER);
        }
        if (!all.get(RENEW)) {
            problem("'linger' does not go with renew: false, with which a grant ends at a fixed time", LINGER);
        }
        if (all.get(ON_LOST) == OnLost.THROW) {
            String why = "which asks the lock server at the end of each call";
            problem("'linger' does not go with onLost: throw, " + why, LINGER);
        }
        if (all.has(HOLD_AT_LEAST)) {
            problem("'linger' does not go with hold.atLeast, which says itself how long the key stays locked", LINGER);
        }
    }

    /** False if one of these settings is written and could not be read: others cannot be judged by it then. */
    private boolean isRight(RuleSetting<?>... settings) {
        for (RuleSetting<?> each : settings) {
            if (section.has(each.name()) && !own.has(each)) {
                return false;
            }
        }
        return true;
    }

    /** Reports it at the first of these settings that is the section's own; says nothing where none is. */
    private void problem(String message, RuleSetting<?>... settings) {
        for (RuleSetting<?> setting : settings) {
            if (own.has(setting) && own.position(setting.name()) != null) {
                section.problem(own.position(setting.name()), message);
                return;
            }
        }
    }
}
