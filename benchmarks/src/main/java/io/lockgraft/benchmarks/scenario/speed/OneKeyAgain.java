package io.lockgraft.benchmarks.scenario.speed;

import static io.lockgraft.benchmarks.report.Column.figure;
import static io.lockgraft.benchmarks.report.Column.ratio;

import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.report.Answer;
import io.lockgraft.benchmarks.report.Column;
import io.lockgraft.benchmarks.scenario.Contest;
import io.lockgraft.benchmarks.worker.Slice;
import java.util.EnumSet;
import java.util.List;

/** A key that one thread of a JVM takes again and again: what {@code linger} is for, and what it costs another JVM. */
public final class OneKeyAgain extends Contest {
    private static final String TWO_JVMS = "2 JVMs, loopback";

    public OneKeyAgain() {
        super("one-key-again", "One key, again and again", EnumSet.of(Kind.REDISSON, Kind.LOCKGRAFT, Kind.LINGERING));
    }

    @Override
    public Answer answer() {
        return Answer.less("How long is a call where two JVMs take turns? (us)", TWO_JVMS, chart());
    }

    @Override
    public List<Column> columns() {
        return List.of(
                figure("p50, us", "p50Micros", "%,.1f"),
                ratio("x by hand", "p50Micros", Kind.REDISSON, "%.4f"),
                figure("p99.9, us", "p999Micros", "%,.1f"),
                figure("calls/s", "callsPerSecond", "%,.0f"),
                figure("longest wait, ms", "longestWaitMillis", "%,.1f"),
                figure("slowest JVM", "slowestShare", "%.2f"),
                figure("commands/call", "sentPerCall", "%.4f"));
    }

    @Override
    public int quickJvms() {
        return 2;
    }

    @Override
    public List<Crowd> crowds() {
        return List.of(
                new Crowd(1, 0, List.of(new Cell("1 JVM, loopback", Slice.of(1)))),
                new Crowd(1, 2000, List.of(new Cell("1 JVM, 2 ms each way", Slice.of(1)))),
                new Crowd(2, 0, List.of(new Cell(TWO_JVMS, Slice.of(1)))));
    }
}
