package io.lockgraft.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.rules.read.Reads;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Reach;
import io.lockgraft.spi.StoreProvider;
import io.lockgraft.store.BundledStores;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds docs/STORES.md and the pages of the stores in the jar to the stores, and to one shape. */
class StoresDocumentTest {
    private static final Pattern EXAMPLE = Pattern.compile("```yaml\n(\\S.*?)```", Pattern.DOTALL);
    private static final Pattern ABSENT = Pattern.compile("is not set|the secret file|is no file|cannot be made");

    /** The store by its defaults. */
    private static final Map<String, String> SHORTEST = Map.of(
            "redis", "{address: redis://localhost}",
            "zookeeper", "{connect: localhost}",
            "etcd", "{endpoints: [http://localhost]}",
            "consul", "{address: http://localhost}",
            "jdbc", "{url: \"jdbc:postgresql://localhost/shop\"}",
            "file", "{folder: target}",
            "memory", "{}");

    private final String overview = Documents.read("docs/STORES.md");

    @Test
    void eachStoreHasItsRow() {
        for (StoreProvider store : BundledStores.providers()) {
            assertThat(overview).contains("\n| [`" + store.name() + "`");
        }
    }

    @Test
    void theNumbersAreThoseThatTheStoresDeclare() {
        for (StoreProvider store : BundledStores.providers()) {
            if (!store.isCompound()) {
                assertThat(overview).contains("\n" + numbers(store.name()) + "\n");
            }
        }
    }

    private static String numbers(String store) {
        assertThat(SHORTEST).containsKey(store);
        String rules = store + ": " + SHORTEST.get(store) + "\nrules: [{method: com.shop.Shop.pay, key: PAY}]\n";
        Capabilities has = Reads.with().rules(rules).stores().get("").capabilities();
        long waiter = has.deadWaiter(LockKind.EXCLUSIVE);
        long fair = has.deadWaiter(LockKind.FAIR);
        List<String> cells = Arrays.asList(
                '`' + store + '`',
                reach(has.reach()),
                lease(has.shortestLease(), has.longestLease()),
                time(has.question()) + " at most",
                dead(has),
                time(waiter) + (fair == waiter ? "" : ", `fair` " + time(fair)));
        return "| " + String.join(" | ", cells) + " |";
    }

    private static String reach(Reach reach) {
        return reach == Reach.NETWORK ? "all JVMs" : reach == Reach.HOST ? "the JVMs of one host" : "one JVM";
    }

    private static String lease(long shortest, long longest) {
        if (shortest > 1) {
            return time(shortest) + " to " + time(longest);
        }
        return longest == Long.MAX_VALUE ? "any" : time(longest) + " at most";
    }

    private static String dead(Capabilities has) {
        if (has.freedWithLease()) {
            long later = has.freedAfter(0);
            return "its lease" + (later == 0 ? "" : " and up to " + time(later) + " more");
        }
        return has.freedAfter(1) == 0 ? "no time" : time(has.freedAfter(1)) + " at most";
    }

    private static String time(long millis) {
        Duration time = Duration.ofMillis(millis);
        if (time.isZero()) {
            return "no time";
        }
        return time.toDaysPart() > 0
                ? time.toDays() + " d"
                : millis % 1_000 == 0
                        ? time.toSeconds() + " s"
                        : millis > 1_000 && millis % 100 == 0 ? millis / 1_000.0 + " s" : millis + " ms";
    }

    /** Compounds have the rights and the settings of their members. */
    @Test
    void thePagesHaveOneShape() {
        for (StoreProvider store : BundledStores.providers()) {
            String page = Documents.read("docs/stores/" + store.name() + ".md");
            if (!store.name().equals("memory")) {
                assertThat(page.split("\n"))
                        .as(store.name())
                        .containsSubsequence(
                                store.isCompound()
                                        ? new String[] {"## Faults", "## Limits"}
                                        : new String[] {"## Settings", "## Rights", "## Faults", "## Limits"});
                assertThat(page).as(store.name()).contains("## Faults\n\n[SAFETY.md](../SAFETY.md#");
            }
            assertThat(page).startsWith("# The store" + (store.names().size() > 1 ? "s" : "") + " `" + store.name());
        }
    }

    /** All but parts of a section. Files and variables that they name are not there; all else must be right. */
    @Test
    void theExamplesOfThePagesAreRead() {
        List<String> mistakes = new ArrayList<>();
        int read = 0;
        for (StoreProvider store : BundledStores.providers()) {
            Matcher example = EXAMPLE.matcher(Documents.read("docs/stores/" + store.name() + ".md"));
            while (example.find()) {
                for (String each : example.group(1).split("\n# or\n")) {
                    read++;
                    Reads.with().mistakes(each.strip() + "\n" + rule(each)).stream()
                            .filter(mistake -> !ABSENT.matcher(mistake).find())
                            .forEach(mistake -> mistakes.add(store.name() + ": " + mistake));
                }
            }
        }

        assertThat(mistakes).isEmpty();
        assertThat(read).as("examples").isGreaterThan(15);
    }

    private static String rule(String example) {
        String store = example.contains("stores:") && !example.contains("defaults:") ? ", store: strict" : "";
        return "rules: [{method: com.shop.Shop.pay, key: PAY" + store + "}]\n";
    }
}
