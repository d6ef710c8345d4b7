package io.lockgraft.start;

import io.lockgraft.manage.Version;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.RuleSetting;
import io.lockgraft.rules.Rules;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.text.Durations;
import io.lockgraft.spi.text.Listing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The line that says what has started. */
final class StartLine {
    /** In milliseconds. A store that needs longer for a question makes shorter waits longer than they are written. */
    private static final long USUAL_QUESTION = 100;

    private StartLine() {}

    /** @param unbounded how many rules may hold beyond their methods without a bound */
    static String of(Rules rules, int unbounded, boolean attached) {
        return "Lockgraft " + Version.text() + ": " + rules.file() + ", "
                + count(rules.rules().size()) + ", " + stores(rules) + leases(rules) + questions(rules)
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

    /** Those that rules name, with what each promises; the others are told where they are members of these. */
    private static String stores(Rules rules) {
        StoreConfiguration only = rules.stores().get("");
        if (only != null || rules.usedStores().isEmpty()) {
            return "lock server " + (only == null ? "none" : only + " (" + only.capabilities() + ")");
        }
        List<String> all = new ArrayList<String>();
        for (Map.Entry<String, StoreConfiguration> each : rules.usedStores().entrySet()) {
            StoreConfiguration store = each.getValue();
            all.add("'" + each.getKey() + "' (" + store + ": " + store.capabilities() + ")");
        }
        return (all.size() == 1 ? "store " : "stores ") + Listing.all(all, " and ");
    }

    private static String questions(Rules rules) {
        StringBuilder told = new StringBuilder();
        for (Map.Entry<String, StoreConfiguration> each : rules.usedStores().entrySet()) {
            long millis = each.getValue().capabilities().question();
            if (millis > USUAL_QUESTION) {
                told.append("; a question")
                        .append(each.getKey().isEmpty() ? "" : " to '" + each.getKey() + "'")
                        .append(" takes up to ")
                        .append(Durations.text(Duration.ofMillis(millis)))
                        .append(", and no wait is shorter");
            }
        }
        return told.toString();
    }

    private static String count(int rules) {
        return rules == 1 ? "1 rule" : rules + " rules";
    }
}
