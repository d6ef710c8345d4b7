package io.lockgraft.benchmarks.report;

import static io.lockgraft.benchmarks.contender.Kind.LOCKGRAFT;
import static io.lockgraft.benchmarks.contender.Kind.REDISSON;

import io.lockgraft.benchmarks.jmh.Nothing;
import io.lockgraft.benchmarks.scenario.size.GrowthOfClasses;
import io.lockgraft.benchmarks.scenario.size.GrowthOfRules;
import io.lockgraft.benchmarks.scenario.speed.AgentAlone;
import io.lockgraft.benchmarks.scenario.speed.HotKey;
import io.lockgraft.benchmarks.scenario.speed.ManyKeys;
import io.lockgraft.benchmarks.scenario.speed.OnStore;
import io.lockgraft.benchmarks.scenario.speed.OneCall;
import io.lockgraft.benchmarks.scenario.speed.Uncontended;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The figures that Lockgraft sets itself, and whether these results reach them. */
final class Goals {
    private static final String HEAD = "| goal | wanted | measured | |\n| --- | --- | --- | --- |\n";

    private final Results results;
    private final Map<String, String> rows = new LinkedHashMap<>();

    Goals(Results results) {
        this.results = results;
        agentAlone();
        oneCall();
        hotKey();
        manyKeys();
        startUp();
        OnStore.all().stream().filter(OnStore::hasBounds).forEach(this::onStore);
    }

    String table() {
        return table(rows.keySet());
    }

    /** Only these, by their names in the table of all. */
    String table(Collection<String> goals) {
        StringBuilder table = new StringBuilder(HEAD);
        for (String goal : goals) {
            String row = rows.get(goal);
            if (row == null) {
                throw new IllegalArgumentException("no goal '" + goal + "'; there are " + rows.keySet());
            }
            table.append(row);
        }
        return table.toString();
    }

    private void agentAlone() {
        String scenario = "agent-alone";
        String cell = AgentAlone.CELL;
        atMost("agent alone, a call", "%.0f ns", 200, results.median(scenario, cell, Nothing.LOCKGRAFT, "nanos"));
        atMost(
                "agent alone, objects of a call",
                "%,.0f bytes",
                1000,
                results.median(scenario, cell, Nothing.LOCKGRAFT, "allocated"));
        atMost(
                "agent alone, time of by hand",
                "%.2f x",
                1.5,
                results.ratio(scenario, cell, Nothing.LOCKGRAFT, Nothing.BY_HAND, "nanos"));
        atLeast(
                "Spring proxy and SpEL, time of the agent alone",
                "%.1f x",
                20,
                results.ratio(scenario, cell, Nothing.SPRING, Nothing.LOCKGRAFT, "nanos"));
    }

    private void oneCall() {
        atMost("uncontended call, loopback, time of by hand", "%.2f x", 0.75, uncontended(0));
        atMost(
                "uncontended call by JMH, time of by hand",
                "%.2f x",
                0.75,
                byHand("one-call", OneCall.CELL, "p50Micros"));
        atMost("uncontended call, 2.0 ms each way, time of by hand", "%.2f x", 0.55, uncontended(2000));
    }

    private double uncontended(int micros) {
        return byHand("uncontended", Uncontended.cell(micros), "p50Micros");
    }

    private void hotKey() {
        String one = HotKey.cell(1, 32, 0);
        String four = HotKey.cell(4, 8, 0);
        String body = HotKey.cell(4, 8, 1);
        atLeast("hot key, 1 x 32, empty body, calls of by hand", "%.0f x", 30, hot(one, "callsPerSecond"));
        atLeast("hot key, 4 x 8, empty body, calls of by hand", "%.0f x", 80, hot(four, "callsPerSecond"));
        atMost("hot key, 4 x 8, empty body, longest wait of by hand", "%.2f x", 1, hot(four, "longestWaitMillis"));
        atLeast(
                "hot key, 4 x 8, empty body, slowest JVM's part of the mean, worst round",
                "%.2f",
                0.5,
                results.least("hot-key", four, LOCKGRAFT.word(), "slowestShare"));
        atMost("hot key, 4 x 8, empty body, Redis commands of by hand", "%.4f x", 0.05, hot(four, "sentPerCall"));
        atLeast(
                "hot key, 4 x 8, body of 1 ms, part of what the body allows",
                "%.3f",
                0.95,
                results.median("hot-key", body, LOCKGRAFT.word(), "inside"));
    }

    private double hot(String cell, String figure) {
        return byHand("hot-key", cell, figure);
    }

    private void manyKeys() {
        atLeast(
                "10,000 keys, hardly any contention, calls of by hand",
                "%.2f x",
                1,
                byHand("many-keys", ManyKeys.cell(0), "callsPerSecond"));
    }

    private double byHand(String scenario, String cell, String figure) {
        return results.ratio(scenario, cell, LOCKGRAFT.word(), REDISSON.word(), figure);
    }

    private void startUp() {
        atMost(
                "start to main, 50 exact rules, over an empty agent",
                "%.0f ms",
                150,
                results.difference("growth-rules", GrowthOfRules.cell(50), "lockgraft", "empty agent", "millis"));
        atMost("class that no rule names, over an empty agent", "%.2f us", 1, load("empty agent"));
        atMost(
                "class that no rule names, over a transformer that does nothing",
                "%.2f us",
                1,
                load(GrowthOfClasses.PASSING));
    }

    private void onStore(OnStore scenario) {
        String store = scenario.store().title();
        atMost(
                "one call on " + store + ", time of the best by hand",
                "%.2f x",
                1.2,
                scenario.oneCall().ratio(scenario.name(), results));
        atLeast(
                "one key on " + store + ", 4 x 8, calls of the best by hand",
                "%.0f x",
                20,
                scenario.hotKey().ratio(scenario.name(), results));
    }

    private double load(String agent) {
        return results.difference("growth-classes", GrowthOfClasses.cell(20_000), "lockgraft", agent, "micros");
    }

    private void atMost(String goal, String format, double wanted, double measured) {
        row(goal, format, wanted, measured, measured <= wanted);
    }

    private void atLeast(String goal, String format, double wanted, double measured) {
        row(goal, format, wanted, measured, measured >= wanted);
    }

    private void row(String goal, String format, double wanted, double measured, boolean reached) {
        boolean known = !Double.isNaN(measured);
        rows.put(
                goal,
                "| " + goal
                        + " | " + String.format(Locale.ROOT, format, wanted)
                        + " | " + (known ? String.format(Locale.ROOT, format, measured) : "not measured")
                        + " | " + (!known ? "" : reached ? "reached" : "**missed**")
                        + " |\n");
    }
}
