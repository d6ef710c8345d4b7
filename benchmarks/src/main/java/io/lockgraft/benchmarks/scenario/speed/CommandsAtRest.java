package io.lockgraft.benchmarks.scenario.speed;

import static io.lockgraft.benchmarks.report.Column.figure;

import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.harness.Crew;
import io.lockgraft.benchmarks.harness.Lab;
import io.lockgraft.benchmarks.harness.RedisCounts;
import io.lockgraft.benchmarks.harness.ShopRules;
import io.lockgraft.benchmarks.harness.Watch;
import io.lockgraft.benchmarks.report.Answer;
import io.lockgraft.benchmarks.report.Column;
import io.lockgraft.benchmarks.scenario.Bench;
import io.lockgraft.benchmarks.scenario.Scenario;
import io.lockgraft.benchmarks.worker.Slice;
import io.lockgraft.testing.server.RedisServer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What docs/SCALE.md says of JVMs that wait and of those that do nothing, against what Redis counts: one that waits
 * looks once a second, and each connection is asked every three seconds whether it is there.
 */
public final class CommandsAtRest implements Scenario {
    private static final List<Integer> JVMS = List.of(4, 16);
    private static final int THREADS = 2;

    /** A subscription ends a second after the last has waited. */
    private static final int TO_WAIT_MILLIS = 3000;

    /** Every ten seconds those connections are closed that have been idle for ten. */
    private static final int TO_REST_MILLIS = 30_000;

    private static final double PINGS_A_SECOND = 1 / 3.0;

    @Override
    public String name() {
        return "commands-at-rest";
    }

    @Override
    public String title() {
        return "Commands of those who wait or rest";
    }

    @Override
    public Answer answer() {
        return Answer.less(
                        "How many commands/s of a JVM that waits?",
                        waiting(16),
                        columns().get(1))
                .against();
    }

    @Override
    public List<Column> columns() {
        return List.of(
                figure("commands a second and JVM, model", "sentModel", "%.2f"),
                figure("measured", "sent", "%.2f"),
                figure("pings a second and connection, model", "pingsModel", "%.2f"),
                figure("seen", "pings", "%.2f"),
                figure("connections, model", "connectionsModel", "%.0f"),
                figure("most at one moment", "connections", "%.0f"));
    }

    @Override
    public Column chart() {
        return null;
    }

    @Override
    public void run(Bench bench) throws Exception {
        int window = bench.form().isQuick() ? 4000 : 12_000;
        for (int jvms : bench.some(JVMS)) {
            try (Lab lab = bench.lab(name());
                    Crew crew = new Crew(lab, jvms, 0, Set.of(Kind.LOCKGRAFT))) {
                RedisServer redis = lab.redis();
                Slice slice = Slice.of(THREADS).by(Kind.LOCKGRAFT).millis(1);
                crew.run(slice); // makes the connections
                redis.command("HSET", ShopRules.ONE_KEY, "0f8fad5b-d9cb-469f-a165-70867728950e:1", "1");
                redis.command("PEXPIRE", ShopRules.ONE_KEY, "600000");
                crew.run(slice, () -> {
                    Thread.sleep(TO_WAIT_MILLIS);
                    bench.results().add(name(), waiting(jvms), "lockgraft", 1, counted(redis, jvms, window, 1, 2));
                    if (!Long.valueOf(1).equals(redis.command("DEL", ShopRules.ONE_KEY))) {
                        throw new IllegalStateException("the key was not held to the end");
                    }
                });
                Thread.sleep(TO_REST_MILLIS);
                bench.results()
                        .add(name(), jvms + " JVMs that rest", "lockgraft", 1, counted(redis, jvms, window, 0, 1));
            }
        }
    }

    private static String waiting(int jvms) {
        return jvms + " JVMs that wait";
    }

    /**
     * @param sent commands that the model has a second and JVM
     * @param connections that it has for each JVM
     */
    private static Map<String, Object> counted(RedisServer redis, int jvms, int window, int sent, int connections)
            throws InterruptedException {
        RedisCounts before = RedisCounts.of(redis);
        Watch watch = new Watch(redis);
        try (watch) {
            Thread.sleep(window);
        }
        RedisCounts counts = RedisCounts.of(redis).since(before);
        double seconds = window / 1e3;
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("sentModel", sent);
        figures.put("sent", counts.sent() / seconds / jvms);
        figures.put("pingsModel", PINGS_A_SECOND);
        figures.put("pings", counts.pings() / seconds / watch.meanConnections());
        figures.put("connectionsModel", connections * jvms);
        figures.put("connections", watch.connections());
        return figures;
    }
}
