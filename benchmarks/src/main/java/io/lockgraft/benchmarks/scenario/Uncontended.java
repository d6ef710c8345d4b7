package io.lockgraft.benchmarks.scenario;

import static io.lockgraft.benchmarks.report.Column.figure;
import static io.lockgraft.benchmarks.report.Column.ratio;

import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.report.Column;
import io.lockgraft.benchmarks.worker.Slice;
import java.util.List;

/** One thread alone, over networks of different length: what a caller pays for a lock that nobody else wants. */
public final class Uncontended extends Contest {
    Uncontended() {
        super("uncontended", "One call, no contention", Kind.all());
    }

    /** The name of a cell of the results. */
    public static String cell(int micros) {
        return micros == 0 ? "loopback" : micros / 1000.0 + " ms each way";
    }

    @Override
    public String text() {
        return """
                One thread of one JVM calls a method with an empty body; each call has one of 1,000 keys. The network is loopback, or
                a line of our own in front of the server that delays and does not throttle. The ratio is of the medians (p50) of
                one round. The CPU time is that of the whole client JVM, its compiler's too.""";
    }

    @Override
    public List<Column> columns() {
        return List.of(
                figure("p50, us", "p50Micros", "%,.1f"),
                ratio("x by hand", "p50Micros", Kind.REDISSON, "%.2f"),
                figure("p99, us", "p99Micros", "%,.1f"),
                figure("p99.9, us", "p999Micros", "%,.1f"),
                figure("CPU us/call", "cpuMicrosPerCall", "%,.0f"),
                figure("commands/call", "sentPerCall", "%.2f"));
    }

    @Override
    List<Crowd> crowds() {
        return List.of(behind(0), behind(500), behind(2000));
    }

    private static Crowd behind(int micros) {
        return new Crowd(1, micros, List.of(new Cell(cell(micros), Slice.of(1).keys(1000, 0))));
    }
}
