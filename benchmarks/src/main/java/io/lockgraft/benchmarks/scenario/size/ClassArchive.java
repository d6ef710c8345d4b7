package io.lockgraft.benchmarks.scenario.size;

import static io.lockgraft.benchmarks.report.Column.figure;

import com.example.boot.BootApplication;
import io.lockgraft.benchmarks.harness.Jvm;
import io.lockgraft.benchmarks.report.Answer;
import io.lockgraft.benchmarks.report.Column;
import io.lockgraft.benchmarks.scenario.Bench;
import io.lockgraft.benchmarks.scenario.Scenario;
import io.lockgraft.benchmarks.start.Agents;
import io.lockgraft.benchmarks.start.Jars;
import io.lockgraft.benchmarks.start.ServiceClasses;
import io.lockgraft.benchmarks.start.Starts;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** What a class data archive is worth, with an agent and without. */
public final class ClassArchive implements Scenario {
    private static final int RULES = 50;
    private static final String CELL = RULES + " rules";

    /** Contenders of the results. */
    private static final String BARE = "no agent, the application's archive";

    private static final String LOCKGRAFT = "Lockgraft, the application's archive";

    /** Without these no JVM writes an archive under an agent, or reads one that was. */
    private static final List<String> UNDER_AN_AGENT =
            List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+AllowArchivingWithJavaAgent");

    /** The application with its own options, started up to its end. */
    private record Application(List<String> options, Path errors) {
        /** Writes an archive of what a start with this agent has loaded. */
        private Path write(Path archive, List<String> agent) throws Exception {
            Files.deleteIfExists(archive);
            List<String> writing = new ArrayList<>(agent);
            writing.add("-XX:ArchiveClassesAtExit=" + archive);
            toTheEnd(writing, List.of());
            if (!Files.exists(archive)) {
                throw new IllegalStateException("the JVM has written no " + archive);
            }
            return archive;
        }

        /** How many classes come from the archive; the JVM says nothing to main's caller where it takes none of it. */
        private long archived(List<String> agent, Path loaded) throws Exception {
            toTheEnd(agent, List.of("-Xlog:class+load:file=" + loaded));
            long classes;
            try (Stream<String> lines = Files.lines(loaded)) {
                classes = lines.filter(line -> line.endsWith("shared objects file (top)"))
                        .count();
            }
            if (classes == 0) {
                throw new IllegalStateException("the JVM has taken nothing from the archive: " + agent);
            }
            return classes;
        }

        private void toTheEnd(List<String> agent, List<String> logging) throws InterruptedException {
            List<String> all = new ArrayList<>(agent);
            all.addAll(options);
            all.addAll(logging); // behind the option that ends all logging
            Starts.toTheEnd(all, BootApplication.class.getName(), List.of(BootApplication.END), errors);
        }
    }

    @Override
    public String name() {
        return "class-archive";
    }

    @Override
    public String title() {
        return "A class data archive";
    }

    @Override
    public Answer answer() {
        return Answer.less(
                        "The same with a class data archive? (ms)",
                        CELL,
                        columns().get(0))
                .of(LOCKGRAFT)
                .against(BARE);
    }

    @Override
    public List<Column> columns() {
        return List.of(
                figure("ms", "millis", "%,.0f"),
                new Column("x no agent", "millis", "no agent", "%.2f"),
                new Column("x Lockgraft", "millis", "lockgraft", "%.2f"),
                figure("classes from it", "archived", "%,.0f"));
    }

    @Override
    public Column chart() {
        return null;
    }

    @Override
    public void run(Bench bench) throws Exception {
        Path folder = Files.createDirectories(bench.work().resolve(name()));
        Agents agents = Agents.forServices(folder);
        // What a JVM says of its archive would be the first line.
        Application application =
                new Application(List.of("-Xlog:disable", "-cp", madePath(folder)), folder.resolve("errors"));
        Path plain = application.write(folder.resolve("plain.jsa"), agents.none());
        List<String> under = new ArrayList<>(UNDER_AN_AGENT);
        under.addAll(agents.lockgraft(RULES));
        Path whole = application.write(folder.resolve("whole.jsa"), under);
        Map<String, List<String>> archived = new LinkedHashMap<>();
        archived.put(BARE, with(plain, agents.none()));
        archived.put(LOCKGRAFT, with(plain, agents.lockgraft(RULES)));
        archived.put("Lockgraft, an archive of both", with(whole, under));
        Starts starts = new Starts(name(), bench, application.errors)
                .add("no agent", agents.none())
                .add("lockgraft", agents.lockgraft(RULES));
        archived.forEach(starts::add);
        starts.run(
                CELL,
                "millis",
                application.options,
                BootApplication.class.getName(),
                List.of(),
                (nanos, line) -> nanos / 1e6);
        for (Map.Entry<String, List<String>> each : archived.entrySet()) {
            long classes = application.archived(each.getValue(), folder.resolve("loaded"));
            bench.results().add(name(), CELL, each.getKey(), 0, Map.of("archived", classes));
        }
    }

    private static List<String> with(Path archive, List<String> agent) {
        List<String> options = new ArrayList<>(agent);
        options.add("-XX:SharedArchiveFile=" + archive);
        return options;
    }

    /** Of jars only: no archive is written with a folder on the class path. */
    private static String madePath(Path folder) throws IOException {
        return String.join(
                File.pathSeparator,
                Jvm.jars(StartUp.LIBRARIES),
                Jars.of(BootApplication.class, folder, new Manifest()).toString(),
                ServiceClasses.jar(folder, BootApplication.SERVICES).toString());
    }
}
