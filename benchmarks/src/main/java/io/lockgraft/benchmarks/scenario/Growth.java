package io.lockgraft.benchmarks.scenario;

import static io.lockgraft.benchmarks.report.Column.figure;
import static io.lockgraft.benchmarks.report.Column.ratio;

import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.harness.Rounds;
import io.lockgraft.benchmarks.report.Column;
import io.lockgraft.benchmarks.worker.Slice;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Calls with an empty body while one thing grows: threads, JVMs, keys or the round-trip time. */
public final class Growth extends Contest {
    private final String text;
    private final List<Crowd> crowds;
    private final boolean anew;

    private Growth(String what, String text, List<Crowd> crowds) {
        this(what, text, crowds, false);
    }

    /** @param anew whether the cells of a crowd differ so much that each needs a warm-up of its own */
    private Growth(String what, String text, List<Crowd> crowds, boolean anew) {
        super("growth-" + what.toLowerCase(Locale.ROOT).replace(' ', '-'), "Growth with " + what, Kind.all());
        this.text = text;
        this.crowds = crowds;
        this.anew = anew;
    }

    static Growth ofThreads() {
        List<Cell> cells = Stream.of(1, 2, 4, 8, 16, 32, 64)
                .map(n -> new Cell("threads: " + n, Slice.of(n)))
                .toList();
        return new Growth("threads", "One JVM, one key, more and more threads.", List.of(new Crowd(1, 0, cells)));
    }

    static Growth ofJvms() {
        List<Crowd> crowds = Stream.of(1, 2, 4, 8, 16)
                .map(n -> Crowd.of(n, new Cell("JVMs: " + n, Slice.of(4))))
                .toList();
        return new Growth("JVMs", "One key, four threads in each of more and more JVMs.", crowds);
    }

    static Growth ofKeys() {
        List<Cell> cells = Stream.of(1, 10, 100, 1_000, 10_000)
                .map(n -> new Cell("keys: " + n, Slice.of(8).keys(n, 0)))
                .toList();
        return new Growth(
                "keys",
                "4 JVMs x 8 threads, more and more keys, each taken as often as any other; with a warm-up of its own before each number of them.",
                List.of(new Crowd(4, 0, cells)),
                true);
    }

    static Growth ofRoundTrips() {
        List<Crowd> crowds = Stream.of(0, 250, 500, 1_000, 2_000, 5_000)
                .map(n -> new Crowd(4, n, List.of(new Cell("each way: " + n / 1000.0 + " ms", Slice.of(8)))))
                .toList();
        return new Growth("round trips", "4 JVMs x 8 threads, one key, over a slower and slower network.", crowds);
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
                figure("bytes/call", "bytesPerCall", "%,.0f"),
                figure("Redis CPU us/call", "redisMicrosPerCall", "%,.1f"));
    }

    @Override
    Rounds rounds(Bench bench) {
        return anew ? bench.rounds().anew() : bench.rounds();
    }

    @Override
    List<Crowd> crowds() {
        return crowds;
    }
}
