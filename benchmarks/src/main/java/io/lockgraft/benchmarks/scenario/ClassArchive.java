package io.lockgraft.benchmarks.scenario;

import static io.lockgraft.benchmarks.report.Column.figure;

import com.example.boot.BootApplication;
import io.lockgraft.benchmarks.harness.Jvm;
import io.lockgraft.benchmarks.report.Column;
import io.lockgraft.benchmarks.start.Agents;
import io.lockgraft.benchmarks.start.Jars;
import io.lockgraft.benchmarks.start.ServiceClasses;
import io.lockgraft.benchmarks.start.Starts;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Manifest;

/** What a class data archive is worth, with an agent and without. */
public final class ClassArchive implements Scenario {
    private static final int RULES = 50;

    /** The JVM writes and reads an archive under an agent only so. */
    private static final List<String> UNDER_AN_AGENT =
            List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+AllowArchivingWithJavaAgent");

    @Override
    public String name() {
        return "class-archive";
    }

    @Override
    public String title() {
        return "A class data archive";
    }

    @Override
    public String text() {
        return """
                The application of ["Start of a Spring Boot application"](#start-of-a-spring-boot-application) with 50 rules, all of it in jars. *The application's archive* holds the classes of a start
                without an agent (`-XX:ArchiveClassesAtExit`); *an archive of both* was written and is read under Lockgraft, which a JVM does only with `-XX:+AllowArchivingWithJavaAgent`, "for testing
                purposes only". What of it serves differs from one version of Java to another: ARCHITECTURE.md, "No class data archive".""";
    }

    @Override
    public List<Column> columns() {
        return List.of(
                figure("ms", "millis", "%,.0f"),
                new Column("x no agent", "millis", "no agent", "%.2f"),
                new Column("x Lockgraft", "millis", "lockgraft", "%.2f"));
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
        List<String> application = List.of("-Xlog:disable", "-cp", path(folder));
        Path plain = folder.resolve("plain.jsa");
        write(plain, agents.none(), application, folder);
        List<String> under = new ArrayList<>(UNDER_AN_AGENT);
        under.addAll(agents.lockgraft(RULES));
        Path whole = folder.resolve("whole.jsa");
        write(whole, under, application, folder);
        new Starts(name(), bench, folder.resolve("errors"))
                .add("no agent", agents.none())
                .add("no agent, the application's archive", with(plain, agents.none()))
                .add("lockgraft", agents.lockgraft(RULES))
                .add("Lockgraft, the application's archive", with(plain, agents.lockgraft(RULES)))
                .add("Lockgraft, an archive of both", with(whole, under))
                .run(
                        RULES + " rules",
                        "millis",
                        application,
                        BootApplication.class.getName(),
                        List.of(),
                        (nanos, line) -> nanos / 1e6);
    }

    /** What such a start has loaded. */
    private static void write(Path archive, List<String> agent, List<String> application, Path folder)
            throws Exception {
        List<String> options = new ArrayList<>(agent);
        options.add("-XX:ArchiveClassesAtExit=" + archive);
        options.addAll(application);
        Starts.toTheEnd(
                options, BootApplication.class.getName(), List.of(BootApplication.END), folder.resolve("errors"));
    }

    private static List<String> with(Path archive, List<String> agent) {
        List<String> options = new ArrayList<>(agent);
        options.add("-XX:SharedArchiveFile=" + archive);
        return options;
    }

    /** Of jars only: no archive is written with a folder on the class path. */
    private static String path(Path folder) throws IOException {
        return String.join(
                File.pathSeparator,
                Jvm.jars(StartUp.LIBRARIES),
                Jars.of(BootApplication.class, folder, new Manifest()).toString(),
                ServiceClasses.jar(folder, StartUp.SERVICES).toString());
    }
}
