package io.lockgraft.benchmarks.scenario;

import static io.lockgraft.benchmarks.report.Column.figure;

import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.harness.Crew;
import io.lockgraft.benchmarks.harness.Lab;
import io.lockgraft.benchmarks.harness.Outcome;
import io.lockgraft.benchmarks.harness.RedisCounts;
import io.lockgraft.benchmarks.harness.Watch;
import io.lockgraft.benchmarks.report.Column;
import io.lockgraft.benchmarks.worker.Slice;
import io.lockgraft.testing.RedisServer;
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
    private static final int SETTLE_MILLIS = 3000; // a subscription ends a second after the last has waited
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
    public String text() {
        return """
                The model of [SCALE.md](SCALE.md) for JVMs that do not call, two threads in each: all *wait* for a key that somebody else has, as an `RLock` of
                Redisson stands in Redis; or all *rest*, some seconds after their last call. Counted in a window of 12 s that begins when all wait, or rest.""";
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
                Slice slice = Slice.of(THREADS).by(Kind.LOCKGRAFT).millis(1);
                crew.run(slice); // makes the connections
                Map<String, Object> rest = counted(lab.redis(), jvms, window);
                rest.put("sentModel", 0);
                rest.put("connectionsModel", jvms);
                Map<String, Object> wait = new LinkedHashMap<>();
                hold(lab.redis(), SETTLE_MILLIS + window + 1000);
                Outcome outcome = crew.run(slice, () -> wait.putAll(counted(lab.redis(), jvms, window)));
                if (outcome.longestWait() < window * 1_000_000L) {
                    throw new IllegalStateException("nobody waited for the key that is held");
                }
                wait.put("sentModel", 1);
                wait.put("connectionsModel", 2 * jvms);
                bench.results().add(name(), jvms + " JVMs that wait", "lockgraft", 1, wait);
                bench.results().add(name(), jvms + " JVMs that rest", "lockgraft", 1, rest);
            }
        }
    }

    /** The key of a slice with one key. */
    private static void hold(RedisServer redis, int millis) {
        redis.command("HSET", "agent:PAY:0", "0f8fad5b-d9cb-469f-a165-70867728950e:1", "1");
        redis.command("PEXPIRE", "agent:PAY:0", Integer.toString(millis));
    }

    private static Map<String, Object> counted(RedisServer redis, int jvms, int window) {
        try {
            Thread.sleep(SETTLE_MILLIS);
            Watch watch = new Watch(redis);
            RedisCounts before = RedisCounts.of(redis);
            try (watch) {
                Thread.sleep(window);
            }
            RedisCounts counts = RedisCounts.of(redis).since(before);
            double seconds = window / 1e3;
            Map<String, Object> figures = new LinkedHashMap<>();
            figures.put("sent", counts.sent() / seconds / jvms);
            figures.put("pingsModel", PINGS_A_SECOND);
            figures.put("pings", counts.pings() / seconds / watch.connections());
            figures.put("connections", watch.connections());
            return figures;
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts it", e);
        }
    }
}
