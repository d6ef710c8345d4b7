package io.lockgraft.benchmarks.scenario.speed;

import static io.lockgraft.benchmarks.report.Column.figure;
import static io.lockgraft.benchmarks.report.Column.ratio;

import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.report.Answer;
import io.lockgraft.benchmarks.report.Column;
import io.lockgraft.benchmarks.scenario.Contest;
import io.lockgraft.benchmarks.worker.Slice;
import java.util.List;

/** Many keys: each as often as any other, where hardly two callers meet; and by Zipf's law, where some meet often. */
public final class ManyKeys extends Contest {
    static final int KEYS = 10_000;

    public ManyKeys() {
        super("many-keys", "10,000 keys", Kind.all());
    }

    /** The name of a cell of the results. */
    public static String cell(double skew) {
        return skew == 0 ? "each key as often" : "Zipf, exponent " + skew;
    }

    @Override
    public Answer answer() {
        return Answer.more("How many calls/s on 10,000 keys, 4 x 8?", cell(0), chart());
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
    public List<Crowd> crowds() {
        return List.of(Crowd.of(4, cellOf(0), cellOf(1)));
    }

    static Cell cellOf(double skew) {
        return new Cell(cell(skew), Slice.of(8).keys(KEYS, skew));
    }
}
