package io.lockgraft.benchmarks.scenario.speed;

import static io.lockgraft.benchmarks.report.Column.figure;

import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.harness.Crew;
import io.lockgraft.benchmarks.harness.Lab;
import io.lockgraft.benchmarks.harness.Outcome;
import io.lockgraft.benchmarks.harness.Watch;
import io.lockgraft.benchmarks.report.Answer;
import io.lockgraft.benchmarks.report.Column;
import io.lockgraft.benchmarks.scenario.Bench;
import io.lockgraft.benchmarks.scenario.Scenario;
import io.lockgraft.benchmarks.worker.Slice;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What docs/SCALE.md says of commands, against what Redis counts. The model: a grant costs one command to get and one
 * to give back; where several JVMs crowd around a key, the one that has just had it asks in vain once for each grant,
 * to get its next place in the queue; and a grant is renewed each third of its lease. That each JVM which waits looks
 * once a second is not in it. A JVM has one connection for commands, up to four where calls on different keys come at
 * once, and one more while it waits; a lock that is given back is told to each JVM that waits for it.
 */
public final class Commands implements Scenario {
    private static final double RENEWALS_A_SECOND = 3 / 30.0;
    private static final int LONG_BODY_SECONDS = 25;
    private static final double CROWDED = 3;

    /**
     * @param model the commands of one grant
     * @param connections of all JVMs
     * @param listeners who are told when the key is given back; none where there are many keys
     */
    private record Case(String cell, int jvms, Slice slice, double model, int connections, int listeners) {
        static Case alone(int threads) {
            return new Case(
                    "1 JVM x " + threads + (threads == 1 ? " thread" : " threads") + ", one key",
                    1,
                    Slice.of(threads),
                    2,
                    1,
                    0);
        }

        static Case crowd(int jvms, int threads) {
            return new Case(
                    jvms + " JVMs x " + threads + " threads, one key",
                    jvms,
                    Slice.of(threads),
                    CROWDED,
                    2 * jvms,
                    jvms);
        }

        boolean hasOneKey() {
            return slice.keys() == 1;
        }
    }

    private static final List<Case> CASES = List.of(
            Case.alone(1),
            Case.alone(32),
            new Case(
                    "2 JVMs x 1 thread, 50 of 60,000 keys a call",
                    2,
                    Slice.of(1).load(Slice.Load.TAKE).keys(60_000, 0).lines(50),
                    2,
                    4,
                    0),
            Case.crowd(2, 8),
            Case.crowd(4, 8),
            Case.crowd(8, 4),
            Case.crowd(16, 2),
            new Case(
                    "1 JVM x 32 threads, 10,000 keys, body of " + LONG_BODY_SECONDS + " s",
                    1,
                    Slice.of(32).keys(10_000, 0).bodyMicros(LONG_BODY_SECONDS * 1_000_000),
                    // The slice ends with the bodies; of their releases some have come by then.
                    1 + Math.floor(LONG_BODY_SECONDS * RENEWALS_A_SECOND),
                    4,
                    0));

    @Override
    public String name() {
        return "commands";
    }

    @Override
    public String title() {
        return "Commands: the model and what Redis counts";
    }

    @Override
    public Answer answer() {
        return Answer.less(
                        "How many commands a grant, one key, 4 x 8?",
                        Case.crowd(4, 8).cell,
                        columns().get(1))
                .against();
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
                figure("bytes/command", "bytesPerCommand", "%.0f"),
                figure("connections, model", "connectionsModel", "%.0f"),
                figure("seen", "connections", "%.0f"),
                figure("told, model", "listenersModel", "%.0f"),
                figure("seen of them", "listeners", "%.1f"));
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
                int body = Math.min(slice.bodyMicros(), bench.form().sliceMillis() * 1000);
                Watch watch = new Watch(lab.redis());
                try (watch) {
                    crew.run(slice.bodyMicros(body).millis(bench.form().sliceMillis()));
                }
                bench.results().add(name(), each.cell, "lockgraft", rounds + 1, seen(each, watch));
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

    private static Map<String, Object> seen(Case each, Watch watch) {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("connectionsModel", each.connections);
        figures.put("connections", watch.connections());
        if (each.hasOneKey()) {
            figures.put("listenersModel", each.listeners);
            figures.put("listeners", watch.listeners());
        }
        return figures;
    }
}
