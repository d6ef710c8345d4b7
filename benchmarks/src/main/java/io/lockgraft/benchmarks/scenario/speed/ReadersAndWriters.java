package io.lockgraft.benchmarks.scenario.speed;

import static io.lockgraft.benchmarks.report.Column.figure;
import static io.lockgraft.benchmarks.report.Column.ratio;

import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.contender.Operation;
import io.lockgraft.benchmarks.report.Answer;
import io.lockgraft.benchmarks.report.Column;
import io.lockgraft.benchmarks.scenario.Contest;
import io.lockgraft.benchmarks.worker.Slice;
import java.util.List;

/** Nine calls in ten only look, and may do so together. */
public final class ReadersAndWriters extends Contest {
    public ReadersAndWriters() {
        super("readers-writers", "Readers and writers, 90:10", Kind.allWith(Operation.LOOK));
    }

    @Override
    public Answer answer() {
        return Answer.more("How many calls/s on one key, nine of ten read?", cell(0), chart());
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
                figure("commands/call", "sentPerCall", "%.2f"),
                figure("bytes/call", "bytesPerCall", "%,.0f"));
    }

    @Override
    public List<Crowd> crowds() {
        return List.of(Crowd.of(4, body(0), body(1)));
    }

    private static Cell body(int millis) {
        Slice slice = Slice.of(8).load(Slice.Load.LOOK).bodyMicros(millis * 1000);
        return new Cell(cell(millis), slice);
    }

    private static String cell(int millis) {
        return "body " + millis + " ms";
    }
}
