package io.lockgraft.benchmarks.scenario.speed;

import static io.lockgraft.benchmarks.report.Column.figure;
import static io.lockgraft.benchmarks.report.Column.ratio;

import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.harness.Rounds;
import io.lockgraft.benchmarks.report.Answer;
import io.lockgraft.benchmarks.report.Column;
import io.lockgraft.benchmarks.scenario.Bench;
import io.lockgraft.benchmarks.scenario.Contest;
import java.util.EnumSet;
import java.util.List;

/** The hot key of a JVM whose numbers are read all the time, beside one that nobody can ask. */
public final class Asked extends Contest {
    public Asked() {
        super("asked", "One hot key of a JVM that is asked", EnumSet.of(Kind.LOCKGRAFT, Kind.LOCKGRAFT_ASKED));
    }

    /** None: no lock that is written by hand is asked. */
    @Override
    public Answer answer() {
        return null;
    }

    @Override
    public List<Column> columns() {
        return List.of(
                figure("calls/s", "callsPerSecond", "%,.0f"),
                ratio("x not asked", "callsPerSecond", Kind.LOCKGRAFT, "%.2f"),
                figure("longest wait, ms", "longestWaitMillis", "%,.1f"),
                figure("commands/call", "sentPerCall", "%.4f"),
                figure("CPU us/call", "cpuMicrosPerCall", "%,.1f"));
    }

    /** None: its lines would lie on one another. */
    @Override
    public Column chart() {
        return null;
    }

    /** As many as beside an earlier jar: the two differ by less than one round from another. */
    @Override
    public Rounds rounds(Bench bench) {
        return bench.form().isQuick()
                ? bench.rounds()
                : bench.rounds().warmer(HotKey.WARM).oftener(BesideEarlier.OFTENER);
    }

    @Override
    public List<Crowd> crowds() {
        return List.of(Crowd.of(1, HotKey.cellOf(1, 32, 0), HotKey.cellOf(1, 4, 0)));
    }
}
