package io.lockgraft.benchmarks.start;

import io.lockgraft.benchmarks.harness.Jvm;
import io.lockgraft.benchmarks.scenario.Bench;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Starts JVMs with different agents in turns. */
public final class Starts {
    /** What comes of one start. */
    public interface Measure {
        double of(long nanosToFirstLine, String firstLine);
    }

    /** The same, where it is more than one figure. */
    public interface Measures {
        Map<String, Object> of(long nanosToFirstLine, String firstLine);
    }

    private final String scenario;
    private final Bench bench;
    private final Path errors;
    private final Map<String, List<String>> agents = new LinkedHashMap<>();
    private int times = 1;

    public Starts(String scenario, Bench bench, Path errors) {
        this.scenario = scenario;
        this.bench = bench;
        this.errors = errors;
    }

    public Starts add(String name, List<String> options) {
        agents.put(name, options);
        return this;
    }

    /** The agents of others. AspectJ finds its rules in {@link Agents#aspectJFolder} of the class path. */
    public Starts others(Agents agents, int rules) throws IOException {
        return add("Byteman", agents.byteman(rules))
                .add("AspectJ weaver", agents.aspectJ())
                .add("OpenTelemetry", agents.openTelemetry());
    }

    /** So many times as many rounds, where a difference is small against what one start differs from another. */
    public Starts rounds(int more) {
        times = more;
        return this;
    }

    /** For each agent so many starts of this class, up to the first line that it prints. */
    public void run(String cell, String figure, List<String> options, String main, List<String> args, Measure measure)
            throws IOException {
        run(cell, options, main, args, (nanos, line) -> Map.of(figure, measure.of(nanos, line)));
    }

    /** The same, with the figures that the measures name. */
    public void run(String cell, List<String> options, String main, List<String> args, Measures measures)
            throws IOException {
        List<String> order = new ArrayList<>(agents.keySet());
        for (int round = 1; round <= times * bench.form().starts(); round++) {
            for (String agent : order) {
                List<String> all = new ArrayList<>(agents.get(agent));
                all.addAll(options);
                bench.results().add(scenario, cell, agent, round, once(all, main, args, errors, measures));
            }
            Collections.rotate(order, 1);
        }
    }

    /** One start. What the JVM says besides goes to the file of errors. */
    public static Map<String, Object> once(
            List<String> options, String main, List<String> args, Path errors, Measures measures) throws IOException {
        ProcessBuilder builder = Jvm.command(options, main, args);
        long begun = System.nanoTime();
        Process process = Jvm.start(builder, errors);
        try {
            BufferedReader out =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            String line = out.readLine();
            long nanos = System.nanoTime() - begun;
            if (line == null) {
                throw new IllegalStateException("a JVM did not start; what it said is in " + errors);
            }
            return measures.of(nanos, line);
        } finally {
            Jvm.end(process);
        }
    }

    /** One start, up to the end of the JVM. */
    public static void toTheEnd(List<String> options, String main, List<String> args, Path errors)
            throws InterruptedException {
        ProcessBuilder builder = Jvm.command(options, main, args).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        Process process = Jvm.start(builder, errors);
        try {
            if (!process.waitFor(1, TimeUnit.MINUTES) || process.exitValue() != 0) {
                throw new IllegalStateException("a JVM did not end, or not well; what it said is in " + errors);
            }
        } finally {
            Jvm.end(process);
        }
    }
}
