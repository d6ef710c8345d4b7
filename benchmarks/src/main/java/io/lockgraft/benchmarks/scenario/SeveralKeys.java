package io.lockgraft.benchmarks.scenario;

import static io.lockgraft.benchmarks.report.Column.figure;
import static io.lockgraft.benchmarks.report.Column.ratio;

import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.contender.Operation;
import io.lockgraft.benchmarks.report.Column;
import io.lockgraft.benchmarks.worker.Slice;
import java.util.List;

/** An order of fifty lines, which locks each of its products. */
public final class SeveralKeys extends Contest {
    private static final int LINES = 50;

    SeveralKeys() {
        super("several-keys", "Fifty keys a call", Kind.allWith(Operation.TAKE));
    }

    @Override
    public String text() {
        return """
                4 JVMs x 2 threads; each call locks 50 products at once, out of many, where calls seldom meet, or out of 60, where they
                always do. By hand: 50 `RLock`s, taken in sorted order and given back together; Spring's aspect has a `RedissonMultiLock`
                of names that it sorts. Curator: `InterProcessMultiLock`, sorted too. lock4j makes one key of several, which is another lock.""";
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
    List<Crowd> crowds() {
        return List.of(Crowd.of(4, outOf(10_000), outOf(60)));
    }

    /** Here the quick form, too, shows that JVMs compete, and that their bodies exclude each other. */
    @Override
    int quickJvms() {
        return 2;
    }

    private static Cell outOf(int products) {
        Slice slice = Slice.of(2).load(Slice.Load.TAKE).keys(products, 0).lines(LINES);
        return new Cell("out of " + products + " products", slice);
    }
}
