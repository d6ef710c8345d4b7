package io.lockgraft.benchmarks.scenario.speed;

import static io.lockgraft.benchmarks.report.Column.figure;
import static io.lockgraft.benchmarks.report.Column.ratio;

import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.harness.Rounds;
import io.lockgraft.benchmarks.report.Answer;
import io.lockgraft.benchmarks.report.Column;
import io.lockgraft.benchmarks.report.Results;
import io.lockgraft.benchmarks.scenario.Bench;
import io.lockgraft.benchmarks.scenario.Contest;
import io.lockgraft.benchmarks.worker.Slice;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Calls of Lockgraft and of an earlier jar of it, in turns. It has no page: it prints a table. */
public final class BesideEarlier extends Contest {
    /** The part of the earlier jar's calls that a later one must reach. */
    private static final double LEAST = 0.95;

    /** So many times the rounds of other scenarios: a round of one and the same jar is some per cent off another. */
    static final int OFTENER = 5;

    private static final int KEYS = 1024;

    public BesideEarlier() {
        super("earlier", "Beside an earlier jar", EnumSet.of(Kind.LOCKGRAFT, Kind.EARLIER));
    }

    @Override
    public Answer answer() {
        return null;
    }

    @Override
    public List<Column> columns() {
        return List.of(
                figure("calls/s", "callsPerSecond", "%,.0f"),
                ratio("x the earlier jar", "callsPerSecond", Kind.EARLIER, "%.2f"));
    }

    /** A line for each cell: the figure of both, the median of their ratios, and whether that is enough. */
    public String table(Results results) {
        StringBuilder table = new StringBuilder(
                String.format("%-40s %14s %14s %6s  at least %s%n", "", "Lockgraft", "earlier jar", "ratio", LEAST));
        for (String cell : results.cells(name())) {
            Column calls = columns().get(0);
            boolean isTime = Double.isNaN(calls.value(results, name(), cell, Kind.LOCKGRAFT.word()));
            String figure = isTime ? "millis" : "callsPerSecond";
            double of = results.ratio(name(), cell, Kind.LOCKGRAFT.word(), Kind.EARLIER.word(), figure);
            double ratio = isTime ? 1 / of : of;
            table.append(String.format(
                    Locale.ROOT,
                    "%-40s %,14.1f %,14.1f %6.2f  %s%n",
                    isTime ? cell : cell + ", calls/s",
                    results.median(name(), cell, Kind.LOCKGRAFT.word(), figure),
                    results.median(name(), cell, Kind.EARLIER.word(), figure),
                    ratio,
                    ratio >= LEAST ? "yes" : "NO"));
        }
        return table.toString();
    }

    @Override
    public Rounds rounds(Bench bench) {
        return bench.form().isQuick()
                ? bench.rounds()
                : bench.rounds().warmer(HotKey.WARM).oftener(OFTENER);
    }

    /**
     * Callers who wait for one another take other ways than those who do not: each sort has JVMs warmed for it. So no
     * JVM here has compiled for both.
     */
    @Override
    public List<Crowd> crowds() {
        return List.of(
                crowd("one-call", 1, new Cell("one thread", Slice.of(1).keys(KEYS, 0))),
                crowd("hot-key", 1, HotKey.cellOf(1, 32, 0), HotKey.cellOf(1, 32, 1)),
                crowd("hot-key", 4, HotKey.cellOf(4, 8, 0), HotKey.cellOf(4, 8, 1)),
                crowd("many-keys", 4, ManyKeys.cellOf(0)),
                crowd("many-keys", 4, ManyKeys.cellOf(1)));
    }

    private static Crowd crowd(String scenario, int jvms, Cell... cells) {
        return new Crowd(
                jvms,
                0,
                Stream.of(cells)
                        .map(cell -> new Cell(scenario + ": " + cell.name(), cell.slice()))
                        .toList());
    }
}
