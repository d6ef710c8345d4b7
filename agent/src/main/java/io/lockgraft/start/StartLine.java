package io.lockgraft.start;

import io.lockgraft.manage.Version;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.RuleSetting;
import io.lockgraft.rules.Rules;
import io.lockgraft.spi.text.Durations;
import io.lockgraft.spi.text.Listing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Set;

/** The line that says what has started. */
final class StartLine {
    /** In milliseconds. A store that needs longer for a question makes shorter waits longer than they are written. */
    private static final long USUAL_QUESTION = 100;

    private StartLine() {}

    /** @param unbounded how many rules may hold beyond their methods without a bound */
    static String of(Rules rules, int unbounded, boolean attached) {
        return "Lockgraft " + Version.text() + ": " + rules.file() + ", "
                + count(rules.rules().size()) + ", lock server "
                + (rules.store() == null ? "none" : rules.store() + leases(rules) + question(rules))
                + (unbounded == 0
                        ? ""
                        : "; " + count(unbounded) + " may hold beyond " + (unbounded == 1 ? "its" : "their")
                                + " method without hold.atMost")
                + (attached ? "; attached: calls that are under way run without locks" : "");
    }

    private static String leases(Rules rules) {
        Set<String> granted = new LinkedHashSet<String>();
        for (Rule rule : rules.rules()) {
            if (!rule.isLeaseGranted()) {
                String wish = Durations.text(rule.get(RuleSetting.LEASE));
                granted.add(Durations.text(rule.lease()) + " in place of " + wish);
            }
        }
        return granted.isEmpty() ? "" : "; leases of " + Listing.all(new ArrayList<String>(granted), " and ");
    }

    private static String question(Rules rules) {
        long millis = rules.store().capabilities().question();
        return millis <= USUAL_QUESTION
                ? ""
                : "; a question takes up to " + Durations.text(Duration.ofMillis(millis)) + ", and no wait is shorter";
    }

    private static String count(int rules) {
        return rules == 1 ? "1 rule" : rules + " rules";
    }
}
