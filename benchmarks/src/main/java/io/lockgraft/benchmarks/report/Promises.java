package io.lockgraft.benchmarks.report;

import static io.lockgraft.benchmarks.contender.Kind.LOCKGRAFT;
import static io.lockgraft.benchmarks.contender.Kind.REDISSON;

import io.lockgraft.benchmarks.jmh.Nothing;
import io.lockgraft.benchmarks.scenario.AgentAlone;
import io.lockgraft.benchmarks.scenario.GrowthOfClasses;
import io.lockgraft.benchmarks.scenario.GrowthOfRules;
import io.lockgraft.benchmarks.scenario.HotKey;
import io.lockgraft.benchmarks.scenario.ManyKeys;
import io.lockgraft.benchmarks.scenario.OneCall;
import io.lockgraft.benchmarks.scenario.Uncontended;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The figures that Lockgraft sets itself, and whether these results reach them. */
final class Promises {
    private final Results results;
    private final Map<String, String> rows = new LinkedHashMap<>();

    Promises(Results results) {
        this.results = results;
        agentAlone();
        uncontended(0, 0.75);
        oneCall(0.75);
        uncontended(2000, 0.55);
        hotKey();
        manyKeys();
        startUp();
    }

    String table() {
        return table(rows.keySet());
    }

    /** Only these, by their names in the table of all. */
    String table(Collection<String> figures) {
        StringBuilder table = new StringBuilder("| figure | wanted | measured | |\n| --- | --- | --- | --- |\n");
        for (String figure : figures) {
            String row = rows.get(figure);
            if (row == null) {
                throw new IllegalArgumentException("no figure '" + figure + "'; there are " + rows.keySet());
            }
            table.append(row);
        }
        return table.toString();
    }

    private void agentAlone() {
        double more = results.difference("agent-alone", AgentAlone.CELL, "lockgraft", Nothing.BY_HAND, "nanos");
        row("agent alone, more than by hand", "%.0f ns", 40, more, more <= 40);
        double ratio = results.ratio("agent-alone", AgentAlone.CELL, "lockgraft", Nothing.BY_HAND, "nanos");
        row("the same, time of by hand's", "%.2f x", 1.5, ratio, ratio <= 1.5);
        double less = results.ratio("agent-alone", AgentAlone.CELL, Nothing.SPRING, "lockgraft", "nanos");
        row("the same, Spring proxy and SpEL take", "%.1f x", 20, less, less >= 20);
    }

    private void manyKeys() {
        double calls =
                results.ratio("many-keys", ManyKeys.cell(0), LOCKGRAFT.word(), REDISSON.word(), "callsPerSecond");
        row("10,000 keys, hardly any contention, calls of by hand", "%.2f x", 1, calls, calls >= 1);
    }

    private void startUp() {
        double start = results.difference("growth-rules", GrowthOfRules.cell(50), "lockgraft", "empty agent", "millis");
        row("start to main, 50 exact rules, over an empty agent", "%.0f ms", 150, start, start <= 150);
        row(
                "class that no rule names, over an empty agent",
                "%.2f us",
                1,
                load("empty agent"),
                load("empty agent") <= 1);
        double passing = load(GrowthOfClasses.PASSING);
        row("the same, over a transformer that does nothing", "%.2f us", 1, passing, passing <= 1);
    }

    private double load(String agent) {
        return results.difference("growth-classes", GrowthOfClasses.cell(20_000), "lockgraft", agent, "micros");
    }

    private void uncontended(int micros, double atMost) {
        String cell = Uncontended.cell(micros);
        double ratio = results.ratio("uncontended", cell, LOCKGRAFT.word(), REDISSON.word(), "p50Micros");
        row("uncontended call, " + cell + ", time of by hand", "%.2f x", atMost, ratio, ratio <= atMost);
    }

    private void oneCall(double atMost) {
        double ratio = results.ratio("one-call", OneCall.CELL, LOCKGRAFT.word(), REDISSON.word(), "p50Micros");
        row("the same, by JMH in JVMs of the JDK's defaults", "%.2f x", atMost, ratio, ratio <= atMost);
    }

    private void hotKey() {
        String one = HotKey.cell(1, 32, 0);
        String four = HotKey.cell(4, 8, 0);
        String body = HotKey.cell(4, 8, 1);
        double alone = hot(one, "callsPerSecond");
        row("hot key, 1 x 32, empty body, calls of by hand", "%.0f x", 30, alone, alone >= 30);
        double together = hot(four, "callsPerSecond");
        row("hot key, 4 x 8, empty body, calls of by hand", "%.0f x", 80, together, together >= 80);
        double wait = hot(four, "longestWaitMillis");
        row("the same, longest wait of by hand's", "%.2f x", 1, wait, wait <= 1);
        double slowest = results.least("hot-key", four, LOCKGRAFT.word(), "slowestShare");
        row("the same, slowest JVM's part of the mean, in the worst round", "%.2f", 0.5, slowest, slowest >= 0.5);
        double used = results.median("hot-key", body, LOCKGRAFT.word(), "inside");
        row("hot key, 4 x 8, body of 1 ms, part of what the body allows", "%.3f", 0.95, used, used >= 0.95);
        double commands = hot(four, "sentPerCall");
        row("Redis commands a call, hot key, 4 x 8, of by hand's", "%.4f x", 0.05, commands, commands < 0.05);
    }

    private double hot(String cell, String figure) {
        return results.ratio("hot-key", cell, LOCKGRAFT.word(), REDISSON.word(), figure);
    }

    private void row(String figure, String format, double wanted, double measured, boolean reached) {
        boolean known = !Double.isNaN(measured);
        rows.put(
                figure,
                "| " + figure
                        + " | " + String.format(Locale.ROOT, format, wanted)
                        + " | " + (known ? String.format(Locale.ROOT, format, measured) : "not measured")
                        + " | " + (!known ? "" : reached ? "reached" : "**missed**")
                        + " |\n");
    }
}
