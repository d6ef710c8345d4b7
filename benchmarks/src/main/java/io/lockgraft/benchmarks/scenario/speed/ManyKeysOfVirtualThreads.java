package io.lockgraft.benchmarks.scenario.speed;

import static io.lockgraft.benchmarks.report.Column.figure;
import static io.lockgraft.benchmarks.report.Column.ratio;

import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.report.Answer;
import io.lockgraft.benchmarks.report.Column;
import io.lockgraft.benchmarks.scenario.Contest;
import io.lockgraft.benchmarks.worker.Slice;
import io.lockgraft.benchmarks.worker.VirtualThreads;
import java.util.EnumSet;
import java.util.List;

/** Many keys, each as often as any other, from virtual threads and from platform threads in turns. */
public final class ManyKeysOfVirtualThreads extends Contest {
    private static final String MANY_THREADS = "1 JVM x 1,000 threads";

    public ManyKeysOfVirtualThreads() {
        super(
                "virtual-threads",
                "10,000 keys, from virtual threads",
                EnumSet.of(Kind.REDISSON, Kind.LOCKGRAFT, Kind.REDISSON_VIRTUAL, Kind.LOCKGRAFT_VIRTUAL));
    }

    @Override
    public String lacking() {
        return VirtualThreads.lacking();
    }

    @Override
    public Answer answer() {
        return Answer.more("How many calls/s from virtual threads?", MANY_THREADS, chart())
                .of(Kind.LOCKGRAFT_VIRTUAL.word())
                .against(Kind.REDISSON_VIRTUAL.word());
    }

    @Override
    public List<Column> columns() {
        return List.of(
                figure("calls/s", "callsPerSecond", "%,.0f"),
                ratio("x by hand", "callsPerSecond", Kind.REDISSON, "%.2f"),
                ratio("x Lockgraft", "callsPerSecond", Kind.LOCKGRAFT, "%.2f"),
                figure("p50, us", "p50Micros", "%,.0f"),
                figure("p99, us", "p99Micros", "%,.0f"),
                figure("longest wait, ms", "longestWaitMillis", "%,.1f"),
                figure("CPU us/call", "cpuMicrosPerCall", "%,.0f"),
                figure("commands/call", "sentPerCall", "%.2f"),
                figure("bytes/call", "bytesPerCall", "%,.0f"));
    }

    @Override
    public List<Crowd> crowds() {
        return List.of(crowd(1, 1_000, MANY_THREADS), crowd(4, 8, "4 JVMs x 8 threads"));
    }

    private static Crowd crowd(int jvms, int threads, String cell) {
        return Crowd.of(jvms, new Cell(cell, Slice.of(threads).keys(ManyKeys.KEYS, 0)));
    }
}
