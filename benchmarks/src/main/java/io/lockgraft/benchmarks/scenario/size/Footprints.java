package io.lockgraft.benchmarks.scenario.size;

import static io.lockgraft.benchmarks.report.Column.figure;

import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.harness.Crew;
import io.lockgraft.benchmarks.harness.Lab;
import io.lockgraft.benchmarks.report.Answer;
import io.lockgraft.benchmarks.report.Column;
import io.lockgraft.benchmarks.scenario.Bench;
import io.lockgraft.benchmarks.scenario.Scenario;
import io.lockgraft.benchmarks.worker.Slice;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What one JVM takes up: before its first locked call, after it, and while it is busy. */
public final class Footprints implements Scenario {
    private static final int THREADS = 8;
    private static final int KEYS = 1000;

    @Override
    public String name() {
        return "footprint";
    }

    @Override
    public String title() {
        return "Heap, threads and connections";
    }

    @Override
    public Answer answer() {
        return Answer.less("How much heap after the first call? (MB)", "used", chart());
    }

    @Override
    public List<Column> columns() {
        return List.of(
                figure("heap, MB", "heapMegabytes", "%.1f"),
                figure("besides, MB", "otherMegabytes", "%.1f"),
                figure("threads", "threads", "%.0f"),
                figure("classes", "classes", "%,.0f"),
                figure("connections", "connections", "%.0f"),
                figure("first call, ms", "firstCallMillis", "%,.0f"));
    }

    @Override
    public void run(Bench bench) throws Exception {
        for (int round = 1; round <= Math.min(3, bench.form().rounds()); round++) {
            for (Kind kind : Kind.all()) {
                try (Lab lab = bench.lab(name());
                        Crew crew = new Crew(lab, 1, 0, Set.of(kind))) {
                    Slice slice = Slice.of(1).by(kind);
                    bench.results().add(name(), "idle", kind.word(), round, crew.footprint(kind));
                    double first = crew.run(slice.millis(1)).times().at(1) / 1e6;
                    Map<String, Object> used = crew.footprint(kind);
                    used.put("firstCallMillis", first);
                    bench.results().add(name(), "used", kind.word(), round, used);
                    Slice busy = Slice.of(THREADS)
                            .by(kind)
                            .keys(KEYS, 0)
                            .millis(bench.form().sliceMillis());
                    bench.results().add(name(), "busy", kind.word(), round, crew.footprint(busy));
                }
            }
        }
    }
}
