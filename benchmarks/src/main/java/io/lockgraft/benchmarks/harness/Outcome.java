package io.lockgraft.benchmarks.harness;

import io.lockgraft.benchmarks.worker.Histogram;
import io.lockgraft.benchmarks.worker.Slice;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a slice came to.
 *
 * @param calls of each JVM
 * @param nanos from the first call's beginning to the last one's end
 * @param longestWait of any call for its lock, in nanoseconds
 * @param inside how long all bodies took together, in nanoseconds
 * @param cpu that all JVMs took together, in nanoseconds
 * @param times of the calls
 * @param within from the end of a body to the begin of the next one in the same JVM, where the slice keeps that
 * @param between the same, to the begin of one in another JVM
 * @param redis what Redis counted meanwhile; null where the locks are elsewhere
 */
public record Outcome(
        Slice slice,
        List<Long> calls,
        long nanos,
        long longestWait,
        long inside,
        long cpu,
        Histogram times,
        Histogram within,
        Histogram between,
        RedisCounts redis) {

    /** The figures of what seldom happens. */
    static final Set<String> TAIL = Set.of("p99Micros", "p999Micros");

    /** The figures by the names that the results and the tables use. */
    public Map<String, Object> figures() {
        double all = times.total();
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("calls", times.total());
        figures.put("callsPerSecond", all / nanos * 1e9);
        figures.put("p50Micros", times.at(0.5) / 1e3);
        addQuantile(figures, "p99Micros", 100);
        addQuantile(figures, "p999Micros", 1000);
        figures.put("longestWaitMillis", longestWait / 1e6);
        figures.put("slowestShare", Collections.min(calls) / (all / calls.size()));
        figures.put("inside", inside / (double) nanos);
        figures.put("cpuMicrosPerCall", cpu / all / 1e3);
        addPasses(figures, "within", within);
        addPasses(figures, "between", between);
        if (redis != null && slice.contender().isOnRedis()) {
            addRedis(figures, all);
        }
        return figures;
    }

    /** The time that one call in so many goes over; not of fewer calls, of which it would be the longest. */
    private void addQuantile(Map<String, Object> figures, String name, int oneIn) {
        if (times.total() >= oneIn) {
            figures.put(name, times.at(1 - 1.0 / oneIn) / 1e3);
        }
    }

    private void addPasses(Map<String, Object> figures, String name, Histogram passes) {
        if (passes.total() > 0) {
            figures.put(name, passes.total());
            figures.put(name + "P50Micros", passes.at(0.5) / 1e3);
            figures.put(name + "P99Micros", passes.at(0.99) / 1e3);
            figures.put(name + "Share", passes.sum() / (double) nanos);
        }
    }

    private void addRedis(Map<String, Object> figures, double all) {
        figures.put("sentPerCall", redis.sent() / all);
        figures.put("runPerCall", redis.run() / all);
        figures.put("bytesPerCall", redis.bytes() / all);
        figures.put("releasesPerCall", redis.released() / all);
        figures.put("redisMicrosPerCall", redis.cpuMicros() / all);
    }
}
