package io.lockgraft.cli.held;

import static io.lockgraft.rules.RuleSetting.RENEW;

import io.lockgraft.rules.Rule;
import io.lockgraft.spi.StoredLock;
import java.util.List;

/** Locks whose leases are begun once and never anew: that one grows shorter says nothing of its owner. */
final class Unrenewed {
    private Unrenewed() {}

    /**
     * The rule by which a lock may be such a one; null where there is none. Some stores learn a lock's rule when it is
     * renewed, which this one never is: then each rule counts that makes such keys.
     *
     * @param store where the lock is, by its name in the rules file
     */
    static Rule of(StoredLock lock, String store, List<Rule> rules) {
        for (Rule rule : rules) {
            boolean may = lock.rule() == null
                    ? rule.store().equals(store) && makes(rule, lock.key())
                    : rule.name().equals(lock.rule());
            if (may && !rule.get(RENEW)) {
                return rule;
            }
        }
        return null;
    }

    private static boolean makes(Rule rule, String key) {
        String before = rule.namespace().isEmpty() ? "" : rule.namespace() + ':';
        return rule.keys().stream().anyMatch(each -> key.startsWith(before + each.beginning()));
    }
}
