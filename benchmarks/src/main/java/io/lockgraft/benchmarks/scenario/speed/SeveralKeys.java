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

/** An order of fifty lines, which locks each of its products. */
public final class SeveralKeys extends Contest {
    private static final int LINES = 50;
    private static final int MANY = 10_000;

    public SeveralKeys() {
        super("several-keys", "Fifty keys a call", Kind.allWith(Operation.TAKE));
    }

    @Override
    public Answer answer() {
        return Answer.more("How many calls/s that take 50 keys each?", cell(MANY), chart());
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
    public List<Crowd> crowds() {
        return List.of(Crowd.of(4, outOf(MANY), outOf(60)));
    }

    /** Here the quick form, too, shows that JVMs compete, and that their bodies exclude each other. */
    @Override
    public int quickJvms() {
        return 2;
    }

    private static Cell outOf(int products) {
        Slice slice = Slice.of(2).load(Slice.Load.TAKE).keys(products, 0).lines(LINES);
        return new Cell(cell(products), slice);
    }

    private static String cell(int products) {
        return "out of " + products + " products";
    }
}
