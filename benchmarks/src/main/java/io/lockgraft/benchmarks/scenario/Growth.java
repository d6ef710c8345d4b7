package io.lockgraft.benchmarks.scenario;

import static io.lockgraft.benchmarks.report.Column.figure;
import static io.lockgraft.benchmarks.report.Column.ratio;

import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.harness.Crew;
import io.lockgraft.benchmarks.harness.Lab;
import io.lockgraft.benchmarks.report.Column;
import io.lockgraft.benchmarks.worker.Slice;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Calls with an empty body while one thing grows: threads, JVMs, keys or the round-trip time. */
public final class Growth implements Scenario {
    /**
     * @param micros that the network takes each way
     */
    private record Point(String cell, int jvms, int threads, int keys, int micros) {}

    private final String what;
    private final String text;
    private final List<Point> points;
    private final Set<Kind> contenders = EnumSet.of(Kind.REDISSON, Kind.CURATOR, Kind.LOCKGRAFT);

    private Growth(String what, String text, Stream<Point> points) {
        this.what = what;
        this.text = text;
        this.points = points.toList();
    }

    static Growth ofThreads() {
        return new Growth(
                "threads",
                "One JVM, one key, more and more threads.",
                Stream.of(1, 2, 4, 8, 16, 32, 64).map(n -> new Point("threads: " + n, 1, n, 1, 0)));
    }

    static Growth ofJvms() {
        return new Growth(
                "JVMs",
                "One key, four threads in each of more and more JVMs.",
                Stream.of(1, 2, 4, 8, 16).map(n -> new Point("JVMs: " + n, n, 4, 1, 0)));
    }

    static Growth ofKeys() {
        return new Growth(
                "keys",
                "4 JVMs x 8 threads, more and more keys, each taken as often as any other.",
                Stream.of(1, 10, 100, 1_000, 10_000).map(n -> new Point("keys: " + n, 4, 8, n, 0)));
    }

    static Growth ofRoundTrips() {
        return new Growth(
                "round trips",
                "4 JVMs x 8 threads, one key, over a slower and slower network.",
                Stream.of(0, 250, 500, 1_000, 2_000, 5_000)
                        .map(n -> new Point("each way: " + n / 1000.0 + " ms", 4, 8, 1, n)));
    }

    @Override
    public String name() {
        return "growth-" + what.toLowerCase(java.util.Locale.ROOT).replace(' ', '-');
    }

    @Override
    public String title() {
        return "Growth with " + what;
    }

    @Override
    public String text() {
        return text + " The bodies are empty.";
    }

    @Override
    public List<Column> columns() {
        return List.of(
                figure("calls/s", "callsPerSecond", "%,.0f"),
                ratio("x by hand", "callsPerSecond", Kind.REDISSON, "%.2f"),
                figure("longest wait, ms", "longestWaitMillis", "%,.1f"),
                figure("slowest JVM", "slowestShare", "%.2f"),
                figure("commands/call", "sentPerCall", "%.3f"),
                figure("bytes/call", "bytesPerCall", "%,.0f"));
    }

    @Override
    public Column chart() {
        return columns().get(0);
    }

    @Override
    public void run(Bench bench) throws Exception {
        Point open = null;
        Lab lab = null;
        Crew crew = null;
        try {
            for (Point point : bench.some(points)) {
                if (open == null || open.jvms != point.jvms || open.micros != point.micros) {
                    close(crew, lab);
                    lab = bench.lab(name());
                    crew = new Crew(lab, point.jvms, point.micros, contenders);
                    open = point;
                }
                bench.rounds()
                        .run(crew, name(), point.cell, Slice.of(point.threads).keys(point.keys, 0), contenders);
            }
        } finally {
            close(crew, lab);
        }
    }

    private static void close(Crew crew, Lab lab) throws Exception {
        if (crew != null) {
            crew.close();
        }
        if (lab != null) {
            lab.close();
        }
    }
}
