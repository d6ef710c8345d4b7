package io.lockgraft.benchmarks.harness;

import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.contender.Store;
import io.lockgraft.benchmarks.worker.Histogram;
import io.lockgraft.benchmarks.worker.Passes;
import io.lockgraft.benchmarks.worker.Slice;
import io.lockgraft.benchmarks.worker.Witness;
import io.lockgraft.benchmarks.worker.Worker;
import io.lockgraft.testing.server.Ports;
import io.lockgraft.testing.server.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Several JVMs that compete for the same keys. Twice as many stand ready: half of them have all libraries among the
 * contenders, the others have the agent. As many again have its earlier jar, where that is a contender. As many again
 * are those that are asked, where they are a contender; then those with the agent cannot be asked at all. A slice runs
 * on those of its contender while the others sleep.
 */
public final class Crew implements AutoCloseable {
    private static final List<String> OPTIONS = List.of("-Xms64m", "-Xmx256m", "-XX:+UseSerialGC");

    /** For one that is recorded: inlined methods are told apart. */
    public static final List<String> DETAILS = List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints");

    private final Path folder;

    /** Null where the locks are elsewhere. */
    private final RedisServer redis;

    private final Witness witness;
    private final List<WorkerProcess> libraries = new ArrayList<>();
    private final List<WorkerProcess> agents = new ArrayList<>();
    private final List<WorkerProcess> earlier = new ArrayList<>();
    private final List<WorkerProcess> asked = new ArrayList<>();

    /** Asks them while their slices run; null where there are none. */
    private final Scraper scraper;

    private boolean warm;

    /**
     * With Lockgraft on Redis.
     *
     * @param jvms how many compete
     * @param micros that the network takes each way
     */
    public Crew(Lab lab, int jvms, int micros, Set<Kind> contenders) throws Exception {
        this(lab, Store.REDIS, jvms, micros, contenders, List.of());
    }

    /**
     * @param store where Lockgraft has its locks
     * @param more options of all JVMs
     */
    public Crew(Lab lab, Store store, int jvms, int micros, Set<Kind> contenders, List<String> more) throws Exception {
        this.folder = lab.folder();
        this.redis = store == Store.REDIS ? lab.redis() : null;
        Path file = lab.folder().resolve("witness");
        Files.deleteIfExists(file);
        this.witness = new Witness(file);
        Map<Store, String> addresses = new EnumMap<>(Store.class);
        addresses.put(store, lab.address(store, micros));
        for (Kind each : contenders) {
            if (each.store() != null && !addresses.containsKey(each.store())) {
                addresses.put(each.store(), lab.address(each.store(), micros));
            }
        }
        String section = store.section(addresses.get(store));
        List<String> arguments = Worker.arguments(file, addresses);
        List<String> options = new ArrayList<>(OPTIONS);
        options.addAll(more);
        try {
            if (contenders.stream().anyMatch(kind -> !kind.isAgent())) {
                start(libraries, jvms, options, arguments, "libraries.err");
            }
            if (contenders.stream().anyMatch(kind -> having(kind) == agents)) {
                List<String> withAgent = new ArrayList<>(options);
                String its = contenders.contains(Kind.LOCKGRAFT_ASKED) ? section + ShopRules.ASKED_NOTHING : section;
                withAgent.add(Jvm.agentWith(ShopRules.write(folder, its)));
                start(agents, jvms, withAgent, arguments, "agents.err");
            }
            if (contenders.contains(Kind.EARLIER)) {
                List<String> withEarlier = new ArrayList<>(options);
                withEarlier.add(Jvm.agentWith(Jvm.earlierAgent(), ShopRules.writeEarlier(folder, section)));
                start(earlier, jvms, withEarlier, arguments, "earlier.err");
            }
            List<Integer> ports = new ArrayList<>();
            for (int i = 0; contenders.contains(Kind.LOCKGRAFT_ASKED) && i < jvms; i++) {
                ports.add(Ports.free());
                List<String> withAll = new ArrayList<>(options);
                withAll.add(Jvm.agentWith(ShopRules.write(folder, section + ShopRules.asked(ports.get(i), folder))));
                start(asked, 1, withAll, arguments, "asked.err");
            }
            for (WorkerProcess each : all()) {
                each.answer();
            }
            scraper = ports.isEmpty() ? null : new Scraper(ports);
        } catch (Exception e) {
            close();
            throw e;
        }
    }

    private void start(
            List<WorkerProcess> group, int jvms, List<String> options, List<String> arguments, String errors) {
        for (int i = 0; i < jvms; i++) {
            group.add(new WorkerProcess(options, arguments, folder.resolve(errors)));
        }
    }

    /** How many compete. */
    int jvms() {
        return Math.max(libraries.size(), Math.max(agents.size(), earlier.size()));
    }

    /** Lets all JVMs of the slice's contender run it at once. */
    public Outcome run(Slice slice) throws IOException {
        return end(slice, begin(slice));
    }

    /** What is done while all run. */
    public interface Meanwhile {
        void run() throws InterruptedException;
    }

    /** The same, and does this after all have begun. */
    public Outcome run(Slice slice, Meanwhile meanwhile) throws IOException, InterruptedException {
        RedisCounts before = begin(slice);
        meanwhile.run();
        return end(slice, before);
    }

    private RedisCounts begin(Slice slice) throws IOException {
        witness.clear();
        RedisCounts before = redis == null ? null : RedisCounts.of(redis);
        for (WorkerProcess each : having(slice.contender())) {
            each.begin(slice);
        }
        if (slice.contender() == Kind.LOCKGRAFT_ASKED) {
            scraper.begin();
        }
        return before;
    }

    private Outcome end(Slice slice, RedisCounts before) throws IOException {
        Histogram times = new Histogram();
        Histogram within = new Histogram();
        Histogram between = new Histogram();
        List<Long> calls = new ArrayList<>();
        long nanos = 0;
        long longestWait = 0;
        long exclusive = 0;
        long inside = 0;
        long cpu = 0;
        for (WorkerProcess each : having(slice.contender())) {
            Map<String, Object> answer = each.answer();
            Histogram its = Histogram.read(numbers(answer.get("times")), number(answer, "longest"));
            times.add(its);
            calls.add(its.total());
            nanos = Math.max(nanos, number(answer, "nanos"));
            longestWait = Math.max(longestWait, number(answer, "longestWait"));
            exclusive += number(answer, "exclusive");
            inside += number(answer, "inside");
            cpu += number(answer, "cpu");
            if (slice.passes()) {
                within.add(Histogram.read(numbers(answer.get(Passes.WITHIN)), number(answer, Passes.LONGEST_WITHIN)));
                between.add(
                        Histogram.read(numbers(answer.get(Passes.BETWEEN)), number(answer, Passes.LONGEST_BETWEEN)));
            }
        }
        if (slice.contender() == Kind.LOCKGRAFT_ASKED) {
            scraper.end();
        }
        RedisCounts counts = redis == null ? null : RedisCounts.of(redis).since(before);
        Outcome outcome = new Outcome(slice, calls, nanos, longestWait, inside, cpu, times, within, between, counts);
        requireExclusion(slice, exclusive);
        return outcome;
    }

    /** A contender that lets two in at once is not measured. */
    private void requireExclusion(Slice slice, long calls) {
        if (slice.contender().locks() && witness.sum() != calls * slice.lines()) {
            throw new IllegalStateException(slice.contender().title() + " let two bodies of one key run at once: "
                    + calls * slice.lines() + " additions, " + witness.sum() + " counted");
        }
    }

    /** Whether its JVMs have compiled what they run again and again. */
    boolean isWarm() {
        return warm;
    }

    void warm() {
        warm = true;
    }

    /** Runs the slice with the flight recorder on, and adds a file for each JVM to these. */
    public Outcome record(Slice slice, List<Path> recordings) throws IOException {
        for (WorkerProcess each : having(slice.contender())) {
            each.record();
        }
        Outcome outcome = run(slice);
        for (WorkerProcess each : having(slice.contender())) {
            Path file = Files.createTempFile(folder, "recording", ".jfr");
            each.recorded(file);
            recordings.add(file);
        }
        return outcome;
    }

    /** What the first JVM of those that have this contender takes up, and how many connections Redis has. */
    public Map<String, Object> footprint(Kind kind) throws IOException {
        Map<String, Object> figures = new LinkedHashMap<>(first(kind).footprint());
        if (kind != Kind.CURATOR) {
            figures.put("connections", connections());
        }
        return figures;
    }

    /** The same after this slice, but for the connections, which are those in the middle of it. */
    public Map<String, Object> footprint(Slice busy) throws IOException, InterruptedException {
        first(busy.contender()).begin(busy);
        Thread.sleep(busy.millis() / 2);
        long connections = connections();
        first(busy.contender()).answer();
        Map<String, Object> figures = footprint(busy.contender());
        figures.replace("connections", connections);
        return figures;
    }

    private List<WorkerProcess> having(Kind kind) {
        return switch (kind) {
            case EARLIER -> earlier;
            case LOCKGRAFT_ASKED -> asked;
            default -> kind.isAgent() ? agents : libraries;
        };
    }

    private WorkerProcess first(Kind kind) {
        return having(kind).get(0);
    }

    /** Without the one that asks. */
    private long connections() {
        return Long.parseLong(redis.info("clients", "connected_clients").trim()) - 1;
    }

    private Collection<WorkerProcess> all() {
        List<WorkerProcess> all = new ArrayList<>(libraries);
        all.addAll(agents);
        all.addAll(earlier);
        all.addAll(asked);
        return all;
    }

    private static long number(Map<String, Object> answer, String name) {
        return ((Number) answer.get(name)).longValue();
    }

    private static List<Number> numbers(Object list) {
        List<Number> numbers = new ArrayList<>();
        for (Object each : (List<?>) list) {
            numbers.add((Number) each);
        }
        return numbers;
    }

    @Override
    public void close() {
        all().forEach(WorkerProcess::close);
    }
}
