package io.lockgraft.benchmarks.scenario;

import static io.lockgraft.benchmarks.report.Column.figure;

import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.harness.Crew;
import io.lockgraft.benchmarks.harness.Lab;
import io.lockgraft.benchmarks.harness.Outcome;
import io.lockgraft.benchmarks.report.Column;
import io.lockgraft.benchmarks.worker.Slice;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What docs/SCALE.md says of commands, against what Redis counts. The model: a grant costs one command to get and one
 * to give back; where several JVMs crowd around a key, the one that has just had it asks in vain once for each grant,
 * to get its next place in the queue; and a grant is renewed each third of its lease. That each JVM which waits looks
 * once a second is not in it.
 */
public final class Commands implements Scenario {
    private static final double RENEWALS_A_SECOND = 3 / 30.0;
    private static final int LONG_BODY_SECONDS = 25;
    private static final double CROWDED = 3;

    /**
     * @param model the commands of one grant
     */
    private record Case(String cell, int jvms, Slice slice, double model) {}

    private static final List<Case> CASES = List.of(
            new Case("1 JVM x 1 thread, one key", 1, Slice.of(1), 2),
            new Case("1 JVM x 32 threads, one key", 1, Slice.of(32), 2),
            new Case(
                    "2 JVMs x 1 thread, 50 of 60,000 keys a call",
                    2,
                    Slice.of(1).load(Slice.Load.TAKE).keys(60_000, 0).lines(50),
                    2),
            new Case("2 JVMs x 8 threads, one key", 2, Slice.of(8), CROWDED),
            new Case("4 JVMs x 8 threads, one key", 4, Slice.of(8), CROWDED),
            new Case("8 JVMs x 4 threads, one key", 8, Slice.of(4), CROWDED),
            new Case("16 JVMs x 2 threads, one key", 16, Slice.of(2), CROWDED),
            new Case(
                    "1 JVM x 32 threads, 10,000 keys, body of " + LONG_BODY_SECONDS + " s",
                    1,
                    Slice.of(32).keys(10_000, 0).bodyMicros(LONG_BODY_SECONDS * 1_000_000),
                    // The slice ends with the bodies; of their releases some have come by then.
                    1 + Math.floor(LONG_BODY_SECONDS * RENEWALS_A_SECOND)));

    @Override
    public String name() {
        return "commands";
    }

    @Override
    public String title() {
        return "Commands: the model and what Redis counts";
    }

    @Override
    public String text() {
        return """
                The model of [SCALE.md](SCALE.md) against the server's own counts, for Lockgraft. A grant is what Redis gives; with handoff many
                calls share one, and the number of calls a grant is measured. Server time is the CPU time of the Redis process. With bodies of 25 s the model
                has no releases, which are under way when the count is taken: those that have come make the difference.""";
    }

    @Override
    public List<Column> columns() {
        return List.of(
                figure("commands/grant, model", "model", "%.1f"),
                figure("measured", "measured", "%.2f"),
                figure("model/measured", "modelToMeasured", "%.2f"),
                figure("calls/grant", "callsPerGrant", "%.1f"),
                figure("commands/call", "sentPerCall", "%.3f"),
                figure("server us/command", "microsPerCommand", "%.1f"),
                figure("bytes/command", "bytesPerCommand", "%.0f"));
    }

    @Override
    public Column chart() {
        return null;
    }

    @Override
    public void run(Bench bench) throws Exception {
        for (Case each : bench.some(CASES)) {
            try (Lab lab = bench.lab(name());
                    Crew crew = new Crew(lab, each.jvms, 0, Set.of(Kind.LOCKGRAFT))) {
                Slice slice = each.slice.by(Kind.LOCKGRAFT);
                int rounds = slice.bodyMicros() > 0 ? 1 : bench.form().rounds();
                if (slice.bodyMicros() == 0) {
                    crew.run(slice.millis(bench.form().warmUpMillis()));
                }
                for (int round = 1; round <= rounds; round++) {
                    Outcome outcome =
                            crew.run(slice.millis(bench.form().sliceMillis()).seed(round));
                    bench.results().add(name(), each.cell, "lockgraft", round, figures(each, outcome));
                }
            }
        }
    }

    private static Map<String, Object> figures(Case each, Outcome outcome) {
        double calls = outcome.times().total();
        // Where bodies are long, the slice ends before their releases have come; and no two of them have a grant
        // together.
        double grants = each.slice.bodyMicros() > 0 ? calls : outcome.redis().released() / (double) each.slice.lines();
        double measured = outcome.redis().sent() / grants;
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("model", each.model);
        figures.put("measured", measured);
        figures.put("modelToMeasured", each.model / measured);
        figures.put("callsPerGrant", calls / grants);
        figures.put("sentPerCall", outcome.redis().sent() / calls);
        figures.put(
                "microsPerCommand",
                outcome.redis().cpuMicros() / (double) outcome.redis().sent());
        figures.put(
                "bytesPerCommand",
                outcome.redis().bytes() / (double) outcome.redis().sent());
        return figures;
    }
}
