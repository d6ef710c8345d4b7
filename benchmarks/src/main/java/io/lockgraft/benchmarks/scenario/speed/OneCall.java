package io.lockgraft.benchmarks.scenario.speed;

import static io.lockgraft.benchmarks.report.Column.figure;
import static io.lockgraft.benchmarks.report.Column.ratio;

import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.contender.Store;
import io.lockgraft.benchmarks.harness.Jvm;
import io.lockgraft.benchmarks.harness.Lab;
import io.lockgraft.benchmarks.harness.ShopRules;
import io.lockgraft.benchmarks.jmh.Forks;
import io.lockgraft.benchmarks.report.Answer;
import io.lockgraft.benchmarks.report.Column;
import io.lockgraft.benchmarks.scenario.Bench;
import io.lockgraft.benchmarks.scenario.Scenario;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.Mode;

/** One call by JMH, each contender in JVMs of its own. */
public final class OneCall implements Scenario {
    /** The one cell. */
    public static final String CELL = "loopback, JMH";

    /** Each fork warms up for itself; contenders of the same JVM warm what they have in common together. */
    private static final int WARM = 4;

    @Override
    public String name() {
        return "one-call";
    }

    @Override
    public String title() {
        return "One call by JMH";
    }

    @Override
    public Answer answer() {
        return Answer.less("How long is a call by JMH, loopback? (us)", CELL, chart());
    }

    @Override
    public List<Column> columns() {
        return List.of(
                figure("p50, us", "p50Micros", "%,.2f"),
                ratio("x by hand", "p50Micros", Kind.REDISSON, "%.2f"),
                figure("p99, us", "p99Micros", "%,.1f"),
                figure("p99.9, us", "p999Micros", "%,.1f"),
                figure("bytes allocated/call", "allocated", "%,.0f"));
    }

    @Override
    public void run(Bench bench) throws Exception {
        List<Kind> order = new ArrayList<>(Kind.all());
        try (Lab lab = bench.lab(name())) {
            String redis = lab.address(Store.REDIS, 0);
            String agent = Jvm.agentWith(ShopRules.write(lab.folder(), Store.REDIS.section(redis)));
            Forks forks = new Forks(bench.form())
                    .warmer(WARM)
                    .servers(Map.of(Store.REDIS, redis, Store.ZOOKEEPER, lab.address(Store.ZOOKEEPER, 0)));
            for (int round = 1; round <= bench.form().rounds(); round++) {
                for (Kind kind : order) {
                    bench.results()
                            .add(
                                    name(),
                                    CELL,
                                    kind.word(),
                                    round,
                                    forks.run(kind.word(), kind.isAgent() ? agent : null, Mode.SampleTime));
                }
                Collections.rotate(order, 1);
            }
        }
    }
}
