package io.lockgraft.benchmarks.scenario.speed;

import static io.lockgraft.benchmarks.report.Column.figure;
import static io.lockgraft.benchmarks.report.Column.ratio;

import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.harness.Crew;
import io.lockgraft.benchmarks.harness.Lab;
import io.lockgraft.benchmarks.harness.PingPong;
import io.lockgraft.benchmarks.report.Answer;
import io.lockgraft.benchmarks.report.Column;
import io.lockgraft.benchmarks.scenario.Bench;
import io.lockgraft.benchmarks.scenario.Scenario;
import io.lockgraft.benchmarks.worker.Slice;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What bounds the rate of one hot key: locks without a server, the machine's wake-up, and by hand when it is warm. */
public final class Limits implements Scenario {
    private static final Set<Kind> TOGETHER =
            EnumSet.of(Kind.REDISSON, Kind.LOCKGRAFT, Kind.SHORT_TURNS, Kind.LONG_TURNS);
    private static final Set<Kind> ALONE =
            EnumSet.of(Kind.REDISSON, Kind.LOCKGRAFT, Kind.SHORT_TURNS, Kind.LOCAL_FAIR, Kind.LOCAL);

    /** So many times the warm-up of other scenarios: a minute in the form middle. */
    static final int WARM = 20;

    /** The name of a contender of the results. */
    private static final String PING_PONG = "two threads that wake each other";

    /** How long the one that is next spins before it sleeps, about as a monitor of the JVM does, and past a body. */
    private static final List<Integer> SPINS = List.of(0, 20, 2000);

    @Override
    public String name() {
        return "limits";
    }

    @Override
    public String title() {
        return "What bounds one hot key";
    }

    @Override
    public Answer answer() {
        return Answer.more("How near to a `ReentrantLock`, 1 JVM x 32? (calls/s)", HotKey.cell(1, 32, 0), chart())
                .against(Kind.LOCAL.word());
    }

    @Override
    public List<Column> columns() {
        return List.of(
                figure("calls/s", "callsPerSecond", "%,.0f"),
                ratio("x by hand", "callsPerSecond", Kind.REDISSON, "%.1f"),
                figure("used", "inside", "%.3f"),
                figure("longest wait, ms", "longestWaitMillis", "%,.1f"),
                figure("to the next thread, p50, us", "withinP50Micros", "%,.1f"),
                figure("p99, us", "withinP99Micros", "%,.0f"),
                figure("to the next JVM, p50, us", "betweenP50Micros", "%,.0f"),
                figure("its p99, us", "betweenP99Micros", "%,.0f"),
                figure("commands/call", "sentPerCall", "%.4f"),
                figure("CPU us/call", "cpuMicrosPerCall", "%,.0f"));
    }

    @Override
    public void run(Bench bench) throws Exception {
        run(bench, 1, 32, ALONE);
        run(bench, 4, 8, TOGETHER);
    }

    private void run(Bench bench, int jvms, int threads, Set<Kind> contenders) throws Exception {
        try (Lab lab = bench.lab(name());
                Crew crew = new Crew(lab, bench.form().isQuick() ? Math.min(2, jvms) : jvms, 0, contenders)) {
            for (int body : List.of(0, 1)) {
                String cell = HotKey.cell(jvms, threads, body);
                Slice slice = Slice.of(threads).bodyMicros(body * 1000).withPasses();
                bench.rounds().warmer(bench.form().isQuick() ? 1 : WARM).run(crew, name(), cell, slice, contenders);
                if (jvms == 1) {
                    pingPong(bench, cell, slice.bodyMicros());
                }
            }
        }
    }

    private void pingPong(Bench bench, String cell, int bodyMicros) throws InterruptedException {
        for (int spin : SPINS) {
            PingPong.run(bench.form().warmUpMillis(), bodyMicros, spin);
        }
        for (int round = 1; round <= bench.form().rounds(); round++) {
            for (int spin : SPINS) {
                String contender = spin == 0 ? PING_PONG : "the same, after " + spin + " us of spinning";
                bench.results()
                        .add(
                                name(),
                                cell,
                                contender,
                                round,
                                PingPong.run(bench.form().sliceMillis(), bodyMicros, spin));
            }
        }
    }
}
