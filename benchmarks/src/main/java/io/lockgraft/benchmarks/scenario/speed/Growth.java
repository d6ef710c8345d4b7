package io.lockgraft.benchmarks.scenario.speed;

import static io.lockgraft.benchmarks.report.Column.figure;
import static io.lockgraft.benchmarks.report.Column.ratio;

import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.harness.Rounds;
import io.lockgraft.benchmarks.report.Answer;
import io.lockgraft.benchmarks.report.Column;
import io.lockgraft.benchmarks.scenario.Bench;
import io.lockgraft.benchmarks.scenario.Contest;
import io.lockgraft.benchmarks.worker.Slice;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Calls with an empty body while one thing grows: threads, JVMs, keys or the round-trip time. */
public final class Growth extends Contest {
    private final String question;
    private final List<Crowd> crowds;
    private final boolean anew;

    /**
     * @param question to its last cell
     * @param anew whether the cells of a crowd differ so much that each needs a warm-up of its own
     */
    private Growth(String what, String question, List<Crowd> crowds, boolean anew) {
        super("growth-" + what.toLowerCase(Locale.ROOT).replace(' ', '-'), "Growth with " + what, Kind.all());
        this.question = question;
        this.crowds = crowds;
        this.anew = anew;
    }

    public static Growth ofThreads() {
        List<Cell> cells = Stream.of(1, 2, 4, 8, 16, 32, 64)
                .map(n -> new Cell("threads: " + n, Slice.of(n)))
                .toList();
        return new Growth(
                "threads", "How many calls/s on one key, 1 JVM x 64?", List.of(new Crowd(1, 0, cells)), false);
    }

    public static Growth ofJvms() {
        List<Crowd> crowds = Stream.of(1, 2, 4, 8, 16)
                .map(n -> Crowd.of(n, new Cell("JVMs: " + n, Slice.of(4))))
                .toList();
        return new Growth("JVMs", "How many calls/s on one key, 16 JVMs x 4?", crowds, false);
    }

    public static Growth ofKeys() {
        List<Cell> cells = Stream.of(1, 10, 100, 1_000, 10_000)
                .map(n -> new Cell("keys: " + n, Slice.of(8).keys(n, 0)))
                .toList();
        return new Growth(
                "keys", "How many calls/s on 10,000 keys, warm, 4 x 8?", List.of(new Crowd(4, 0, cells)), true);
    }

    public static Growth ofRoundTrips() {
        List<Crowd> crowds = Stream.of(0, 250, 500, 1_000, 2_000, 5_000)
                .map(n -> new Crowd(4, n, List.of(new Cell("each way: " + n / 1000.0 + " ms", Slice.of(8)))))
                .toList();
        return new Growth("round trips", "How many calls/s on one key, 5 ms away, 4 x 8?", crowds, false);
    }

    @Override
    public Answer answer() {
        List<Cell> last = crowds.get(crowds.size() - 1).cells();
        return Answer.more(question, last.get(last.size() - 1).name(), chart());
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
    public Rounds rounds(Bench bench) {
        return anew ? bench.rounds().anew() : bench.rounds();
    }

    @Override
    public List<Crowd> crowds() {
        return crowds;
    }
}
