package io.lockgraft.benchmarks.scenario.size;

import static io.lockgraft.benchmarks.report.Column.figure;

import com.example.boot.BootApplication;
import io.lockgraft.benchmarks.harness.Jvm;
import io.lockgraft.benchmarks.report.Answer;
import io.lockgraft.benchmarks.report.Column;
import io.lockgraft.benchmarks.scenario.Bench;
import io.lockgraft.benchmarks.scenario.Scenario;
import io.lockgraft.benchmarks.start.Agents;
import io.lockgraft.benchmarks.start.ServiceClasses;
import io.lockgraft.benchmarks.start.Starts;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;

/** The start of a Spring Boot application behind different agents. */
public final class StartUp implements Scenario {
    private static final List<Integer> RULES = List.of(50, 0, 5_000);

    /** How the jars begin that the application needs, and AspectJ's aspects. */
    public static final List<String> LIBRARIES = List.of(
            "spring-aop-",
            "spring-beans-",
            "spring-boot-",
            "spring-context-",
            "spring-core-",
            "spring-expression-",
            "spring-jcl-",
            "jakarta.annotation-api-",
            "snakeyaml-",
            "aspectjweaver-");

    private static String cell(int rules) {
        return rules + " rules";
    }

    @Override
    public String name() {
        return "start-up";
    }

    @Override
    public String title() {
        return "Start of a Spring Boot application";
    }

    @Override
    public Answer answer() {
        return Answer.less("How soon is Spring Boot up, 50 rules? (ms)", cell(50), chart())
                .against("no agent");
    }

    @Override
    public List<Column> columns() {
        return List.of(
                figure("ms", "millis", "%,.0f"),
                new Column("x no agent", "millis", "no agent", "%.2f"),
                new Column("x Lockgraft", "millis", "lockgraft", "%.2f"));
    }

    @Override
    public void run(Bench bench) throws Exception {
        Path folder = Files.createDirectories(bench.work().resolve(name()));
        List<Integer> all = bench.some(RULES);
        Path services = ServiceClasses.jar(folder, Math.max(BootApplication.SERVICES, Collections.max(all)));
        Agents agents = Agents.forServices(folder);
        String path = Jvm.classPathOf(LIBRARIES) + File.pathSeparator + services;
        for (int rules : all) {
            new Starts(name(), bench, folder.resolve("errors"))
                    .add("no agent", agents.none())
                    .add("lockgraft", agents.lockgraft(rules))
                    .others(agents, rules)
                    .run(
                            cell(rules),
                            "millis",
                            List.of("-cp", path + File.pathSeparator + agents.aspectJFolder(rules)),
                            BootApplication.class.getName(),
                            List.of(),
                            (nanos, line) -> nanos / 1e6);
        }
    }
}
