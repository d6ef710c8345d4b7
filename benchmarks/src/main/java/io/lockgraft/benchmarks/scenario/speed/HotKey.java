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

/** Everybody wants the same key. */
public final class HotKey extends Contest {
    /** So many times the warm-up of other scenarios: what a change of JVM takes is mostly how new its code is. */
    static final int WARM = 10;

    public HotKey() {
        super("hot-key", "One hot key", Kind.all());
    }

    /** The name of a cell of the results. */
    public static String cell(int jvms, int threads, int bodyMillis) {
        return jvms + " x " + threads + ", body " + bodyMillis + " ms";
    }

    @Override
    public Answer answer() {
        return Answer.more("How many calls/s on one key, 4 JVMs x 8 threads?", cell(4, 8, 0), chart());
    }

    @Override
    public List<Column> columns() {
        return List.of(
                figure("calls/s", "callsPerSecond", "%,.0f"),
                ratio("x by hand", "callsPerSecond", Kind.REDISSON, "%.2f"),
                figure("used", "inside", "%.3f"),
                figure("longest wait, ms", "longestWaitMillis", "%,.1f"),
                figure("slowest JVM", "slowestShare", "%.2f"),
                figure("commands/call", "sentPerCall", "%.3f"),
                figure("executed/call", "runPerCall", "%.3f"),
                figure("bytes/call", "bytesPerCall", "%,.0f"));
    }

    @Override
    public Rounds rounds(Bench bench) {
        return bench.form().isQuick() ? bench.rounds() : bench.rounds().warmer(WARM);
    }

    @Override
    public List<Crowd> crowds() {
        return List.of(crowd(1, 2), crowd(1, 8), crowd(1, 32), crowd(4, 8), crowd(16, 2));
    }

    private static Crowd crowd(int jvms, int threads) {
        return Crowd.of(jvms, cellOf(jvms, threads, 0), cellOf(jvms, threads, 1), cellOf(jvms, threads, 10));
    }

    static Cell cellOf(int jvms, int threads, int body) {
        return new Cell(cell(jvms, threads, body), Slice.of(threads).bodyMicros(body * 1000));
    }
}
