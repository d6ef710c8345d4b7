package io.lockgraft.cli.held;

import static io.lockgraft.rules.RuleSetting.ON_LOST;
import static io.lockgraft.rules.RuleSetting.RENEW;

import io.lockgraft.manage.text.Forms;
import io.lockgraft.rules.OnLost;
import io.lockgraft.rules.Rule;
import io.lockgraft.spi.StoredLock;
import java.util.List;

/** What goes on after a key was taken away: a store cannot stop the code that ran under it. */
final class Aftermath {
    private Aftermath() {}

    /**
     * A sentence or two for a terminal.
     *
     * @param store where the lock was, by its name in the rules file
     * @param rules of the file, among them that of the lock where its entry names one
     */
    static String of(StoredLock lock, String store, List<Rule> rules) {
        if (Takeaway.isForeign(lock.owner())) {
            return "What ran under it runs on: its client may not hear of it.";
        }
        for (Rule rule : rules) {
            if (rule.name().equals(lock.rule())) {
                return of(rule);
            }
        }
        Rule silent = Unrenewed.of(lock, store, rules);
        return silent != null
                ? of(silent)
                : "What runs under it runs on until its JVM hears of it, a third of the lease from now at most; with"
                        + " onLost: warn, which is usual, to its end.";
    }

    private static String of(Rule rule) {
        String who = "rule '" + rule.name() + "'";
        if (!rule.get(RENEW)) {
            return "What runs under it runs on to its end: " + who + " has renew: false, so its JVM hears of it then.";
        }
        String heard = "Its JVM hears of it, " + Forms.spanOfMillis(rule.lease().toMillis() / 3)
                + " from now at most (a third of the lease). What runs under it runs on ";
        OnLost onLost = rule.get(ON_LOST);
        return onLost == OnLost.INTERRUPT
                ? heard + "until then, and is interrupted: " + who + " has onLost: interrupt."
                : heard + "to its end: " + who + " has onLost: "
                        + (onLost == OnLost.THROW ? "throw, so its caller gets a LockLostException." : "warn.");
    }
}
