package io.lockgraft.benchmarks.scenario.size;

import com.example.boot.BootApplication;
import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.harness.Jvm;
import io.lockgraft.benchmarks.scenario.Bench;
import io.lockgraft.benchmarks.start.Agents;
import io.lockgraft.benchmarks.start.ServiceClasses;
import io.lockgraft.benchmarks.start.Starts;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** One start of Lockgraft and of an earlier jar of it, in turns. */
public final class StartBesideEarlier {
    private static final int RULES = 50;

    /** One start of the same jar is a tenth off another. */
    private static final int OFTENER = 3;

    private final String name;

    /** @param name of the scenario whose results they are */
    public StartBesideEarlier(String name) {
        this.name = name;
    }

    public void run(Bench bench) throws Exception {
        Path folder = Files.createDirectories(bench.work().resolve(name));
        String services = ServiceClasses.jar(folder, Math.max(BootApplication.SERVICES, RULES))
                .toString();
        List<String> now = Agents.forServices(folder).lockgraft(RULES);
        List<String> earlier = now.stream()
                .map(option -> option.replace(
                        Jvm.agent().toString(), Jvm.earlierAgent().toString()))
                .collect(Collectors.toList());
        new Starts(name, bench, folder.resolve("errors"))
                .add(Kind.LOCKGRAFT.word(), now)
                .add(Kind.EARLIER.word(), earlier)
                .rounds(OFTENER)
                .run(
                        "start-up: ms",
                        "millis",
                        List.of("-cp", Jvm.classPathOf(StartUp.LIBRARIES) + File.pathSeparator + services),
                        BootApplication.class.getName(),
                        List.of(),
                        (nanos, line) -> nanos / 1e6);
    }
}
