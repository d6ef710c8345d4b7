package io.lockgraft.benchmarks.scenario.speed;

import static io.lockgraft.benchmarks.report.Column.figure;

import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.contender.Store;
import io.lockgraft.benchmarks.harness.Crew;
import io.lockgraft.benchmarks.harness.Jvm;
import io.lockgraft.benchmarks.harness.Lab;
import io.lockgraft.benchmarks.harness.Outcome;
import io.lockgraft.benchmarks.harness.Profile;
import io.lockgraft.benchmarks.harness.ShopRules;
import io.lockgraft.benchmarks.jmh.Forks;
import io.lockgraft.benchmarks.jmh.Nothing;
import io.lockgraft.benchmarks.report.Answer;
import io.lockgraft.benchmarks.report.Column;
import io.lockgraft.benchmarks.scenario.Bench;
import io.lockgraft.benchmarks.scenario.Scenario;
import io.lockgraft.benchmarks.scenario.size.GrowthOfClasses;
import io.lockgraft.benchmarks.start.Agents;
import io.lockgraft.benchmarks.start.LoadAll;
import io.lockgraft.benchmarks.start.ServiceClasses;
import io.lockgraft.benchmarks.start.Starts;
import io.lockgraft.benchmarks.start.TransformAll;
import io.lockgraft.benchmarks.worker.Histogram;
import io.lockgraft.benchmarks.worker.Slice;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.openjdk.jmh.annotations.Mode;

/** Why goals are missed: the workload of each with the JDK's flight recorder on, and what it saw. */
public final class Profiles implements Scenario {
    private static final String ALL = "lockgraft";
    private static final String BY_CLASS = "samples by the innermost class of Lockgraft";
    private static final int PARTS = 14;
    private static final int CLASSES = 20_000;
    private static final int RULES = 50;
    private static final int TIMES = 5;

    @Override
    public String name() {
        return "profiles";
    }

    @Override
    public String title() {
        return "Goals, and why some are missed";
    }

    @Override
    public Answer answer() {
        return null;
    }

    @Override
    public List<Column> columns() {
        return List.of(
                figure("share, %", "share", "%.1f"),
                figure("samples", "samples", "%,.0f"),
                figure("a call", "perCall", "%.3f"),
                figure("p50, us", "p50Micros", "%,.1f"),
                figure("p99, us", "p99Micros", "%,.0f"),
                figure("calls/s", "callsPerSecond", "%,.0f"),
                figure("CPU us/call", "cpuMicrosPerCall", "%.1f"),
                figure("of it in the kernel, %", "kernel", "%.0f"),
                figure("machine idle, %", "idle", "%.0f"),
                figure("parks/call", "parksPerCall", "%.2f"),
                figure("changes of threads in the machine/call", "switchesPerCall", "%.2f"),
                figure("us/class, first time", "firstMicros", "%.2f"),
                figure("us/class, " + TIMES + "th time", "lastMicros", "%.2f"));
    }

    @Override
    public Column chart() {
        return null;
    }

    @Override
    public void run(Bench bench) throws Exception {
        agentAlone(bench);
        try (Lab lab = bench.lab(name());
                Crew crew = crew(lab, 1, EnumSet.of(Kind.LOCKGRAFT, Kind.LOCAL_FAIR))) {
            hotKey(bench, crew, 1, Slice.of(32), 0);
            hotKey(bench, crew, 1, Slice.of(32), 1);
        }
        try (Lab lab = bench.lab(name());
                Crew crew = crew(lab, bench.form().isQuick() ? 2 : 4, EnumSet.of(Kind.LOCKGRAFT))) {
            hotKey(bench, crew, 4, Slice.of(8), 0);
            hotKey(bench, crew, 4, Slice.of(8), 1);
        }
        unnamedClass(bench);
    }

    private static Crew crew(Lab lab, int jvms, Set<Kind> contenders) throws Exception {
        return new Crew(lab, Store.REDIS, jvms, 0, contenders, Crew.DETAILS);
    }

    private void agentAlone(Bench bench) throws Exception {
        Path folder = Files.createDirectories(bench.work().resolve(name()));
        Path file = Files.createTempFile(folder, "recording", ".jfr");
        new Forks(bench.form().inOne())
                .recording(file)
                .run(
                        Nothing.parameter(Nothing.LOCKGRAFT),
                        Jvm.agentWith(ShopRules.writeForAnotherStore(folder)),
                        Mode.AverageTime);
        Profile profile = Profile.of(List.of(file), thread -> thread.contains("jmh-worker"));
        rows(bench, "agent alone: " + BY_CLASS, profile, profile.parts(PARTS));
        rows(bench, "agent alone: samples by the innermost method", profile, profile.frames(PARTS));
    }

    private void hotKey(Bench bench, Crew crew, int jvms, Slice one, int bodyMillis) throws Exception {
        String cell = HotKey.cell(jvms, one.threads(), bodyMillis);
        Slice slice = one.by(Kind.LOCKGRAFT).bodyMicros(bodyMillis * 1000).withPasses();
        crew.run(slice.millis(Limits.WARM * bench.form().warmUpMillis()));
        List<Path> files = new ArrayList<>();
        Outcome outcome = crew.record(slice.millis(bench.form().inOne().sliceMillis()), files);
        Profile profile = Profile.of(files, Profiles::isOfCalls);
        rows(bench, cell + ": " + BY_CLASS, profile, profile.parts(PARTS));
        passes(bench, cell + ": where the time is", outcome);
        processors(bench, cell, Kind.LOCKGRAFT, outcome, profile);
        if (jvms == 1) {
            crew.run(slice.by(Kind.LOCAL_FAIR).millis(bench.form().warmUpMillis()));
            files.clear();
            Outcome local = crew.record(
                    slice.by(Kind.LOCAL_FAIR).millis(bench.form().inOne().sliceMillis()), files);
            processors(bench, cell, Kind.LOCAL_FAIR, local, Profile.of(files, Profiles::isOfCalls));
        }
    }

    /** Callers, and threads that work for them; not the one that reads what to do next. */
    private static boolean isOfCalls(String thread) {
        return !thread.equals("main");
    }

    private void rows(Bench bench, String cell, Profile profile, Map<String, Map<String, Object>> rows) {
        bench.results().add(name(), cell, ALL, 1, Map.of("share", 100, "samples", profile.samples()));
        rows.forEach((row, figures) -> bench.results().add(name(), cell, row, 1, figures));
    }

    /** Each moment is in a body, or between the end of one and the begin of the next. */
    private void passes(Bench bench, String cell, Outcome outcome) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("share", 100);
        all.put("callsPerSecond", outcome.figures().get("callsPerSecond"));
        bench.results().add(name(), cell, ALL, 1, all);
        if (outcome.inside() > 0) {
            double share = 100.0 * outcome.inside() / outcome.nanos();
            bench.results().add(name(), cell, "in bodies that sleep", 1, Map.of("share", share, "perCall", 1));
        }
        // Each grant was given back once; within a JVM the longest passes are those in which the store was asked.
        long asked = Math.max(0, outcome.redis().released() - outcome.between().total());
        Histogram asking = outcome.within().longest(asked);
        row(bench, cell, "to the next thread", outcome, outcome.within().without(asking));
        row(bench, cell, "to the next thread, the store was asked", outcome, asking);
        row(bench, cell, "to the next JVM", outcome, outcome.between());
    }

    private void row(Bench bench, String cell, String row, Outcome outcome, Histogram passes) {
        if (passes.total() == 0) {
            return;
        }
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("share", 100.0 * passes.sum() / outcome.nanos());
        figures.put("perCall", passes.total() / (double) outcome.times().total());
        figures.put("p50Micros", passes.at(0.5) / 1e3);
        figures.put("p99Micros", passes.at(0.99) / 1e3);
        bench.results().add(name(), cell, row, 1, figures);
    }

    private void processors(Bench bench, String cell, Kind kind, Outcome outcome, Profile profile) {
        double calls = outcome.times().total();
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("callsPerSecond", outcome.figures().get("callsPerSecond"));
        figures.put("cpuMicrosPerCall", outcome.cpu() / calls / 1e3);
        figures.put("kernel", 100 * profile.systemShare());
        figures.put("idle", 100 * profile.idle());
        figures.put("parksPerCall", profile.parks() / calls);
        figures.put("switchesPerCall", profile.switchesPerSecond() * outcome.nanos() / 1e9 / calls);
        bench.results().add(name(), cell + ": processors", kind.word(), 1, figures);
    }

    private void unnamedClass(Bench bench) throws Exception {
        Path folder = Files.createDirectories(bench.work().resolve(name()));
        Agents agents = Agents.elsewhere(folder);
        int classes = bench.form().isQuick() ? CLASSES / 20 : CLASSES;
        List<String> jar = List.of(ServiceClasses.jar(folder, classes).toString(), Integer.toString(TIMES));
        String cell = "class that no rule names";
        Path errors = folder.resolve("errors");
        new Starts(name(), bench, errors)
                .add("empty agent", agents.empty())
                .add(GrowthOfClasses.PASSING, agents.passing())
                .add(ALL, agents.lockgraft(RULES))
                .run(cell, List.of(), LoadAll.class.getName(), jar, (nanos, line) -> perClass(line, classes));
        new Starts(name(), bench, errors)
                .add("Lockgraft's transformer by itself", agents.lockgraftWithin(RULES))
                .run(cell, List.of(), TransformAll.class.getName(), jar, (nanos, line) -> perClass(line, classes));
        Path file = Files.createTempFile(folder, "recording", ".jfr");
        List<String> recorded = new ArrayList<>(agents.lockgraft(RULES));
        recorded.addAll(Crew.DETAILS);
        recorded.add("-D" + LoadAll.RECORDING + "=" + file);
        Starts.once(recorded, LoadAll.class.getName(), jar, errors, (nanos, line) -> Map.of());
        Profile profile = Profile.of(List.of(file), thread -> thread.equals("main"));
        rows(bench, cell + ": " + BY_CLASS, profile, profile.parts(PARTS));
        rows(bench, cell + ": samples by the innermost method", profile, profile.frames(PARTS));
    }

    private static Map<String, Object> perClass(String line, int classes) {
        String[] times = line.split(" ");
        return Map.of(
                "firstMicros",
                Double.parseDouble(times[0]) / classes / 1e3,
                "lastMicros",
                Double.parseDouble(times[times.length - 1]) / classes / 1e3);
    }
}
