package io.lockgraft.benchmarks.scenario.size;

import com.example.boot.BootApplication;
import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.harness.Jvm;
import io.lockgraft.benchmarks.harness.Lab;
import io.lockgraft.benchmarks.harness.ShopRules;
import io.lockgraft.benchmarks.jmh.Forks;
import io.lockgraft.benchmarks.scenario.Bench;
import io.lockgraft.benchmarks.start.Agents;
import io.lockgraft.benchmarks.start.ServiceClasses;
import io.lockgraft.benchmarks.start.Starts;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Mode;

/** One call and one start of Lockgraft and of an earlier jar of it, in turns. */
public final class TimesBesideEarlier {
    private static final int RULES = 50;

    private final String name;

    /** @param name of the scenario whose results they are */
    public TimesBesideEarlier(String name) {
        this.name = name;
    }

    public void run(Bench bench) throws Exception {
        oneCall(bench);
        startUp(bench);
    }

    private void oneCall(Bench bench) throws Exception {
        try (Lab lab = bench.lab(name)) {
            String redis = lab.redisAddress(0);
            Map<Kind, String> agents = new LinkedHashMap<>();
            agents.put(Kind.LOCKGRAFT, Jvm.agentWith(ShopRules.write(lab.folder(), redis)));
            agents.put(Kind.EARLIER, Jvm.agentWith(Jvm.earlierAgent(), ShopRules.writeEarlier(lab.folder(), redis)));
            Forks forks = new Forks(bench.form()).servers(redis, redis);
            for (int round = 1; round <= bench.form().rounds(); round++) {
                for (Map.Entry<Kind, String> each : agents.entrySet()) {
                    Map<String, Object> figures = forks.run(Kind.LOCKGRAFT.word(), each.getValue(), Mode.SampleTime);
                    bench.results().add(name, "one-call: us", each.getKey().word(), round, figures);
                }
            }
        }
    }

    private void startUp(Bench bench) throws Exception {
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
                .run(
                        "start-up: ms",
                        "millis",
                        List.of("-cp", Jvm.classPathOf(StartUp.LIBRARIES) + File.pathSeparator + services),
                        BootApplication.class.getName(),
                        List.of(),
                        (nanos, line) -> nanos / 1e6);
    }
}
