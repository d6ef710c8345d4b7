package io.lockgraft.rules.read;

import io.lockgraft.language.expression.Template;
import io.lockgraft.rules.OnLost;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.RuleSetting;
import io.lockgraft.rules.yaml.Section;
import io.lockgraft.spi.Capabilities;
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
    private final StoreConfiguration store;

    private RuleConsistency(Section section, RuleSettings own, RuleSettings defaults, StoreConfiguration store) {
        this.section = section;
        this.own = own;
        this.all = own.over(defaults);
        this.store = store;
    }

    /**
     * Reports what the section's own settings make of the defaults; what the defaults say alone is theirs to answer
     * for.
     *
     * @param store null where it is wrong
     */
    static void check(Section section, RuleSettings own, RuleSettings defaults, StoreConfiguration store) {
        RuleConsistency senses = new RuleConsistency(section, own, defaults, store);
        senses.lock();
        senses.store();
        senses.hold();
        senses.handoff();
        senses.linger();
        senses.waiting();
    }

    /** The same for what only a rule has, its keys; of those that can be read. */
    static void checkKeys(Section section, RuleSettings own, List<Template> keys) {
        boolean several = keys.size() > 1 || keys.size() == 1 && keys.get(0).isSeveral();
        if (several && !own.get(RuleSetting.LINGER).isZero()) {
            section.problem(
                    own.position("linger"), "'linger' goes with one key, not with several that are taken together");
        }
    }

    private void lock() {
        if (isWrong("lock")) {
            return;
        }
        boolean semaphore = all.get(RuleSetting.LOCK) == LockKind.SEMAPHORE;
        if (semaphore && !all.has("permits") && !isWrong("permits")) {
            problem("lock: semaphore needs 'permits' beside it", "lock");
        }
        if (all.has("permits") && !semaphore) {
            problem("'permits' goes with lock: semaphore only", "permits", "lock");
        }
        if (all.has("fence") && all.get(RuleSetting.LOCK) != LockKind.FENCED) {
            problem("'fence' goes with lock: fenced only", "fence", "lock");
        }
    }

    /** What the store keeps. Only where the settings themselves are right. */
    private void store() {
        if (store == null || isWrong("lock") || isWrong("permits")) {
            return;
        }
        Capabilities can = store.capabilities();
        if (!can.kinds().contains(all.get(RuleSetting.LOCK))) {
            problem("a lock of kind " + all.get(RuleSetting.LOCK).word() + " cannot be kept by " + store, "lock");
        } else if (all.get(RuleSetting.LOCK) == LockKind.SEMAPHORE
                && all.get(RuleSetting.PERMITS) > 1
                && !can.severalPermits()) {
            problem("a semaphore of several permits cannot be kept by " + store, "permits", "lock");
        }
        if (all.has("hold.atLeast") && !can.outlivesProcess()) {
            problem("hold.atLeast does not go with " + store + ", whose locks end with their process", "hold.atLeast");
        }
        Duration lease = all.get(RuleSetting.LEASE);
        if (lease.toMillis() < can.shortestLease()) {
            problem(
                    "a lease has at least " + Durations.text(Duration.ofMillis(can.shortestLease())) + " on " + store,
                    "lease");
        }
    }

    private void hold() {
        if (all.has("hold.onExceeded") && !all.has("hold.atMost")) {
            problem("hold.onExceeded needs hold.atMost beside it", "hold.onExceeded");
        }
        Duration least = all.duration("hold.atLeast", Duration.ZERO);
        Duration most = all.duration("hold.atMost", Rule.FOREVER);
        if (least.compareTo(most) > 0) {
            problem("hold.atLeast is longer than hold.atMost", "hold.atLeast", "hold.atMost");
        }
        if (all.get(RuleSetting.RENEW) || isWrong("renew") || isWrong("lease")) {
            return;
        }
        Duration lease = all.get(RuleSetting.LEASE);
        if (least.compareTo(lease) > 0) {
            problem(
                    "hold.atLeast is longer than the lease of " + Durations.text(lease)
                            + ", with which the lock ends because of renew: false",
                    "hold.atLeast",
                    "lease",
                    "renew");
        }
        if (all.has("hold.atMost") && most.compareTo(lease) > 0) {
            problem(
                    "hold.atMost is longer than the lease of " + Durations.text(lease)
                            + ", with which the lock ends because of renew: false",
                    "hold.atMost",
                    "lease",
                    "renew");
        }
    }

    /** Only where the section itself asks for it: a default is for the rules that it fits. */
    private void handoff() {
        boolean on = all.has("handoff") && all.handoff().max() > 0;
        if (!on || isWrong("handoff") || isWrong("lock") || isWrong("renew")) {
            return;
        }
        if (all.get(RuleSetting.LOCK) == LockKind.FAIR) {
            problem("'handoff' does not go with lock: fair, which serves the callers of all JVMs in turn", "handoff");
        }
        if (!all.get(RuleSetting.RENEW)) {
            problem("'handoff' does not go with renew: false, with which a grant ends at a fixed time", "handoff");
        }
    }

    /** The same as for {@link #handoff}. */
    private void linger() {
        if (all.get(RuleSetting.LINGER).isZero()
                || isWrong("linger")
                || isWrong("lock")
                || isWrong("renew")
                || isWrong("onLost")) {
            return;
        }
        if (all.get(RuleSetting.LOCK) == LockKind.FAIR
                || all.get(RuleSetting.LOCK) == LockKind.READ
                || all.get(RuleSetting.LOCK) == LockKind.SEMAPHORE) {
            problem("'linger' goes with lock: exclusive, write and fenced only", "linger");
        }
        if (!all.get(RuleSetting.RENEW)) {
            problem("'linger' does not go with renew: false, with which a grant ends at a fixed time", "linger");
        }
        if (all.get(RuleSetting.ON_LOST) == OnLost.THROW) {
            problem(
                    "'linger' does not go with onLost: throw, which asks the lock server at the end of each call",
                    "linger");
        }
        if (all.has("hold.atLeast")) {
            problem(
                    "'linger' does not go with hold.atLeast, which says itself how long the key stays locked",
                    "linger");
        }
    }

    private void waiting() {
        if (own.has("onBusy") && own.has("wait") && Rule.FOREVER.equals(own.duration("wait", null))) {
            problem("'onBusy' never happens with wait: forever; delete one of them", "onBusy");
        }
    }

    /** Whether the setting is there but could not be read: nothing can be said about what it makes of others. */
    private boolean isWrong(String name) {
        return section.has(name) && !own.has(name);
    }

    /** Reports it at the first of these settings that is the section's own; says nothing where none is. */
    private void problem(String message, String... settings) {
        for (String setting : settings) {
            if (own.has(setting)) {
                section.problem(own.position(setting), message);
                return;
            }
        }
    }
}
