package io.lockgraft.benchmarks.jmh;

import io.lockgraft.benchmarks.contender.Store;
import io.lockgraft.benchmarks.harness.Crew;
import io.lockgraft.benchmarks.harness.Form;
import io.lockgraft.benchmarks.harness.Jvm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/**
 * Runs {@link CallBenchmark} in forks of one contender each: JMH's own order would take one contender's forks in a row.
 */
public final class Forks {
    private static final int ITERATIONS = 3;

    private final Form form;
    private final List<String> options = new ArrayList<>();
    private int more = 1;

    public Forks(Form form) {
        this.form = form;
    }

    /** Where the forks find the lock servers. */
    public Forks servers(Map<Store, String> addresses) {
        addresses.forEach((store, address) -> options.add("-D" + CallBenchmark.ADDRESS + store.word() + "=" + address));
        return this;
    }

    /** Runs so many times the form's warm-up before it measures. */
    public Forks warmer(int times) {
        more = times;
        return this;
    }

    /** Has the flight recorder on while a fork measures. */
    public Forks recording(Path file) {
        options.addAll(Crew.DETAILS);
        options.add("-D" + CallBenchmark.RECORDING + "=" + file);
        return this;
    }

    /**
     * One fork.
     *
     * @param agent the option that puts the agent in front of it, or null
     * @param mode the average, or a sample of single calls
     */
    public Map<String, Object> run(String contender, String agent, Mode mode) throws RunnerException {
        List<String> all = new ArrayList<>(options);
        all.add("-Dbenchmarks.agent=" + Jvm.agent());
        if (agent != null) {
            all.add(agent);
        }
        ChainedOptionsBuilder builder = new OptionsBuilder()
                .include(CallBenchmark.class.getName())
                .param("contender", contender)
                .mode(mode)
                .forks(1)
                .warmupIterations(ITERATIONS)
                .warmupTime(TimeValue.milliseconds(more * form.warmUpMillis()))
                .measurementIterations(ITERATIONS)
                .measurementTime(TimeValue.milliseconds(form.sliceMillis() / ITERATIONS))
                .timeUnit(TimeUnit.NANOSECONDS)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .addProfiler(GCProfiler.class)
                .jvmArgsAppend(all.toArray(new String[0]));
        return figures(new Runner(builder.build()).runSingle(), mode);
    }

    private static Map<String, Object> figures(RunResult run, Mode mode) {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("nanos", run.getPrimaryResult().getScore());
        Statistics statistics = run.getPrimaryResult().getStatistics();
        if (mode == Mode.SampleTime) {
            figures.put("p50Micros", statistics.getPercentile(50) / 1e3);
            figures.put("p99Micros", statistics.getPercentile(99) / 1e3);
            figures.put("p999Micros", statistics.getPercentile(99.9) / 1e3);
        }
        Result<?> allocated = run.getSecondaryResults().get("gc.alloc.rate.norm");
        if (allocated != null) {
            figures.put("allocated", allocated.getScore());
        }
        return figures;
    }
}
