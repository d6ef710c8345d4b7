package io.lockgraft.benchmarks.scenario;

import static io.lockgraft.benchmarks.report.Column.figure;
import static io.lockgraft.benchmarks.report.Column.ratio;

import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.harness.Crew;
import io.lockgraft.benchmarks.harness.Lab;
import io.lockgraft.benchmarks.report.Column;
import io.lockgraft.benchmarks.worker.Slice;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** An order of fifty lines, which locks each of its products. */
public final class SeveralKeys implements Scenario {
    private static final int LINES = 50;
    private static final List<Integer> PRODUCTS = List.of(10_000, 60);

    private final Set<Kind> contenders = EnumSet.of(Kind.REDISSON, Kind.CURATOR, Kind.LOCKGRAFT);

    @Override
    public String name() {
        return "several-keys";
    }

    @Override
    public String title() {
        return "Fifty keys a call";
    }

    @Override
    public String text() {
        return """
                4 JVMs x 2 threads; each call locks 50 products at once, out of many, where calls seldom meet, or out of 60, where they
                always do. By hand: 50 `RLock`s in sorted order, for `RedissonMultiLock` does not sort. Curator: `InterProcessMultiLock`,
                sorted too.""";
    }

    @Override
    public List<Column> columns() {
        return List.of(
                figure("calls/s", "callsPerSecond", "%,.1f"),
                ratio("x by hand", "callsPerSecond", Kind.REDISSON, "%.2f"),
                figure("p50, us", "p50Micros", "%,.0f"),
                figure("longest wait, ms", "longestWaitMillis", "%,.1f"),
                figure("commands/call", "sentPerCall", "%.1f"),
                figure("executed/call", "runPerCall", "%.1f"),
                figure("bytes/call", "bytesPerCall", "%,.0f"));
    }

    @Override
    public Column chart() {
        return null;
    }

    @Override
    public void run(Bench bench) throws Exception {
        try (Lab lab = bench.lab(name());
                Crew crew = new Crew(lab, bench.form().isQuick() ? 2 : 4, 0, contenders)) {
            for (int products : bench.some(PRODUCTS)) {
                Slice slice =
                        Slice.of(2).load(Slice.Load.TAKE).keys(products, 0).lines(LINES);
                bench.rounds().run(crew, name(), "out of " + products + " products", slice, contenders);
            }
        }
    }
}
