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

/** Everybody wants the same key. */
public final class HotKey implements Scenario {
    private record Crowd(int jvms, int threads) {}

    private static final List<Crowd> CROWDS =
            List.of(new Crowd(1, 2), new Crowd(1, 8), new Crowd(1, 32), new Crowd(4, 8), new Crowd(16, 2));
    private static final List<Integer> BODIES = List.of(0, 1, 10);

    private final Set<Kind> contenders = EnumSet.complementOf(EnumSet.of(Kind.BARE));

    /** The name of a cell of the results. */
    public static String cell(int jvms, int threads, int bodyMillis) {
        return jvms + " x " + threads + ", body " + bodyMillis + " ms";
    }

    @Override
    public String name() {
        return "hot-key";
    }

    @Override
    public String title() {
        return "One hot key";
    }

    @Override
    public String text() {
        return """
                JVMs x threads call one method under one key, as fast as they get it. The body is empty, or sleeps. *Used* is the
                share of the time in which a body ran; an empty body's is not measured. The longest wait is that of the slice in
                which contenders were measured, median over rounds. *Slowest JVM* is what the JVM with the fewest calls had, as a
                part of the mean. *Commands* are those that clients send to Redis, *executed* counts those inside of scripts too.""";
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
    public Column chart() {
        return columns().get(0);
    }

    @Override
    public void run(Bench bench) throws Exception {
        for (Crowd crowd : bench.some(CROWDS)) {
            try (Lab lab = bench.lab(name());
                    Crew crew = new Crew(lab, crowd.jvms, 0, contenders)) {
                for (int body : bench.some(BODIES)) {
                    bench.rounds()
                            .run(
                                    crew,
                                    name(),
                                    cell(crowd.jvms, crowd.threads, body),
                                    Slice.of(crowd.threads).bodyMicros(body * 1000),
                                    contenders);
                }
            }
        }
    }
}
