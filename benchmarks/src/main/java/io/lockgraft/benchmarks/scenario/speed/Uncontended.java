package io.lockgraft.benchmarks.scenario.speed;

import static io.lockgraft.benchmarks.report.Column.figure;
import static io.lockgraft.benchmarks.report.Column.ratio;

import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.harness.Rounds;
import io.lockgraft.benchmarks.report.Answer;
import io.lockgraft.benchmarks.report.Column;
import io.lockgraft.benchmarks.scenario.Bench;
import io.lockgraft.benchmarks.scenario.Contest;
import io.lockgraft.benchmarks.worker.Slice;
import java.util.List;

/** One thread alone, over networks of different length: what a caller pays for a lock that nobody else wants. */
public final class Uncontended extends Contest {
    /** One of them is over p99.9. */
    private static final int CALLS_OF_TAIL = 1_000;

    public Uncontended() {
        super("uncontended", "One call, no contention", Kind.all());
    }

    /** The name of a cell of the results. */
    public static String cell(int micros) {
        return micros == 0 ? "loopback" : micros / 1000.0 + " ms each way";
    }

    @Override
    public Answer answer() {
        return Answer.less("How long is a call 2 ms away from Redis? (us)", cell(2000), chart());
    }

    @Override
    public List<Column> columns() {
        return List.of(
                figure("p50, us", "p50Micros", "%,.1f"),
                ratio("x by hand", "p50Micros", Kind.REDISSON, "%.2f"),
                figure("p99, us", "p99Micros", "%,.1f"),
                figure("p99.9, us", "p999Micros", "%,.1f"),
                figure("CPU us/call", "cpuMicrosPerCall", "%,.0f"),
                figure("commands/call", "sentPerCall", "%.2f"),
                figure("executed/call", "runPerCall", "%.1f"),
                figure("Redis CPU us/call", "redisMicrosPerCall", "%,.0f"));
    }

    @Override
    public Rounds rounds(Bench bench) {
        return bench.rounds().tails(CALLS_OF_TAIL);
    }

    @Override
    public List<Crowd> crowds() {
        return List.of(behind(0), behind(500), behind(2000));
    }

    private static Crowd behind(int micros) {
        return new Crowd(1, micros, List.of(new Cell(cell(micros), Slice.of(1).keys(1000, 0))));
    }
}
