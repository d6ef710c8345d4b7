package io.lockgraft.benchmarks.scenario.speed;

import static io.lockgraft.benchmarks.report.Column.figure;

import io.lockgraft.benchmarks.harness.Jvm;
import io.lockgraft.benchmarks.harness.ShopRules;
import io.lockgraft.benchmarks.jmh.Forks;
import io.lockgraft.benchmarks.jmh.Nothing;
import io.lockgraft.benchmarks.report.Answer;
import io.lockgraft.benchmarks.report.Column;
import io.lockgraft.benchmarks.scenario.Bench;
import io.lockgraft.benchmarks.scenario.Scenario;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.Mode;

/** The agent with a store that does nothing: what stands between a call and the store. */
public final class AgentAlone implements Scenario {
    /** The one cell. */
    public static final String CELL = "a store that does nothing";

    @Override
    public String name() {
        return "agent-alone";
    }

    @Override
    public String title() {
        return "The agent alone";
    }

    @Override
    public Answer answer() {
        return Answer.less("How long is a call where the store does nothing? (ns)", CELL, chart())
                .against(Nothing.BY_HAND);
    }

    @Override
    public List<Column> columns() {
        return List.of(
                figure("ns/call", "nanos", "%,.1f"),
                new Column("x by hand", "nanos", Nothing.BY_HAND, "%.2f"),
                figure("p50, ns", "p50Nanos", "%,.0f"),
                figure("p99, ns", "p99Nanos", "%,.0f"),
                figure("p99.9, ns", "p999Nanos", "%,.0f"),
                figure("bytes allocated/call", "allocated", "%,.0f"));
    }

    @Override
    public void run(Bench bench) throws Exception {
        Path folder = Files.createDirectories(bench.work().resolve(name()));
        String agent = Jvm.agentWith(ShopRules.writeForAnotherStore(folder));
        List<String> order = new ArrayList<>(Nothing.all());
        Forks forks = new Forks(bench.form());
        for (int round = 1; round <= bench.form().rounds(); round++) {
            for (String contender : order) {
                String option = contender.equals(Nothing.LOCKGRAFT) ? agent : null;
                Map<String, Object> figures =
                        new LinkedHashMap<>(forks.run(Nothing.parameter(contender), option, Mode.AverageTime));
                Map<String, Object> sampled = forks.run(Nothing.parameter(contender), option, Mode.SampleTime);
                figures.put("p50Nanos", (double) sampled.get("p50Micros") * 1e3);
                figures.put("p99Nanos", (double) sampled.get("p99Micros") * 1e3);
                figures.put("p999Nanos", (double) sampled.get("p999Micros") * 1e3);
                bench.results().add(name(), CELL, contender, round, figures);
            }
            Collections.rotate(order, 1);
        }
    }
}
