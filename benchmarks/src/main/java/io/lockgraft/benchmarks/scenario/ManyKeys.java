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

/** Many keys: each as often as any other, where hardly two callers meet; and by Zipf's law, where some meet often. */
public final class ManyKeys implements Scenario {
    private static final int KEYS = 10_000;
    private static final List<Double> SKEWS = List.of(0.0, 1.0);

    private final Set<Kind> contenders = EnumSet.complementOf(EnumSet.of(Kind.BARE));

    /** The name of a cell of the results. */
    public static String cell(double skew) {
        return skew == 0 ? "each key as often" : "Zipf, exponent " + skew;
    }

    @Override
    public String name() {
        return "many-keys";
    }

    @Override
    public String title() {
        return "10,000 keys";
    }

    @Override
    public String text() {
        return """
                4 JVMs x 8 threads call a method with an empty body. Where each key is taken as often as any other, a call meets another one
                of its key once in some hundred calls. By Zipf's law the first key has a tenth of all calls.""";
    }

    @Override
    public List<Column> columns() {
        return List.of(
                figure("calls/s", "callsPerSecond", "%,.0f"),
                ratio("x by hand", "callsPerSecond", Kind.REDISSON, "%.2f"),
                figure("p50, us", "p50Micros", "%,.0f"),
                figure("p99, us", "p99Micros", "%,.0f"),
                figure("longest wait, ms", "longestWaitMillis", "%,.1f"),
                figure("slowest JVM", "slowestShare", "%.2f"),
                figure("CPU us/call", "cpuMicrosPerCall", "%,.0f"),
                figure("commands/call", "sentPerCall", "%.2f"),
                figure("bytes/call", "bytesPerCall", "%,.0f"));
    }

    @Override
    public Column chart() {
        return columns().get(0);
    }

    @Override
    public void run(Bench bench) throws Exception {
        try (Lab lab = bench.lab(name());
                Crew crew = new Crew(lab, 4, 0, contenders)) {
            for (double skew : bench.some(SKEWS)) {
                bench.rounds().run(crew, name(), cell(skew), Slice.of(8).keys(KEYS, skew), contenders);
            }
        }
    }
}
