package io.lockgraft.benchmarks;

import io.lockgraft.benchmarks.harness.Form;
import io.lockgraft.benchmarks.harness.Jvm;
import io.lockgraft.benchmarks.report.Pages;
import io.lockgraft.benchmarks.report.Results;
import io.lockgraft.benchmarks.report.Runs;
import io.lockgraft.benchmarks.report.Versions;
import io.lockgraft.benchmarks.scenario.Bench;
import io.lockgraft.benchmarks.scenario.Scenario;
import io.lockgraft.benchmarks.scenario.size.StartBesideEarlier;
import io.lockgraft.benchmarks.scenario.speed.BesideEarlier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs scenarios and writes their pages; or runs Lockgraft beside an earlier jar of it and writes no page. Run it by
 * {@code benchmarks/run.sh}.
 */
public final class Benchmarks {
    private Benchmarks() {}

    /**
     * @param args the folder of results, that of the documents, then scenarios and --quick, --brief, --middle or
     *     --page-only
     */
    public static void main(String[] args) throws Exception {
        Path target = Path.of(args[0]).toAbsolutePath();
        Path docs = Path.of(args[1]);
        Form form = Form.FULL;
        boolean pageOnly = false;
        List<String> names = new ArrayList<>();
        for (String arg : List.of(args).subList(2, args.length)) {
            switch (arg) {
                case "--quick" -> form = Form.QUICK;
                case "--brief" -> form = Form.BRIEF;
                case "--middle" -> form = Form.MIDDLE;
                case "--page-only" -> pageOnly = true;
                default -> names.add(arg);
            }
        }
        boolean isBesideEarlier = Jvm.earlierAgent() != null;
        String wrong = isBesideEarlier && (pageOnly || !names.isEmpty())
                ? "--earlier has cells of its own: it goes with no scenario and not with --page-only"
                : unknown(names);
        if (wrong != null) {
            System.err.println(wrong);
            System.exit(2);
        }
        if (isBesideEarlier) {
            runBesideEarlier(target, form);
            System.exit(0);
        }
        List<Scenario> scenarios = named(names);
        Path folder = form.isQuick() ? target.resolve("quick-results") : docs.resolve("benchmarks/results");
        Results results = new Results(folder);
        Runs runs = new Runs(folder);
        if (!pageOnly) {
            run(scenarios, new Bench(form, results, target.resolve("work")), runs);
        }
        if (!form.isQuick()) {
            new Pages(docs, results, runs, Versions.all()).write(Scenarios.all());
        }
        System.exit(0); // ZooKeeper's server leaves threads behind
    }

    private static void runBesideEarlier(Path target, Form form) throws Exception {
        BesideEarlier scenario = new BesideEarlier();
        Results results = new Results(target.resolve("earlier-results"));
        results.forget(scenario.name());
        Bench bench = new Bench(form, results, target.resolve("work"));
        scenario.run(bench);
        new StartBesideEarlier(scenario.name()).run(bench);
        System.out.print("\n" + scenario.table(results));
    }

    private static void run(List<Scenario> scenarios, Bench bench, Runs runs) throws Exception {
        for (Scenario scenario : scenarios) {
            if (scenario.lacking() != null) {
                System.out.println("==== SKIPPED: " + scenario.name() + ", because " + scenario.lacking());
                continue;
            }
            bench.results().forget(scenario.name());
            runs.forget(scenario.name());
            long begun = System.nanoTime();
            scenario.run(bench);
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
            runs.ran(scenario.name(), bench.form(), System.getProperty("benchmarks.commit", ""), seconds);
        }
    }

    /** What to tell of a name that no scenario has; null where all are known. */
    private static String unknown(List<String> names) {
        List<String> known = Scenarios.all().stream().map(Scenario::name).toList();
        return names.stream()
                .filter(name -> !known.contains(name))
                .findFirst()
                .map(name -> "no scenario '" + name + "'; there are " + String.join(", ", known))
                .orElse(null);
    }

    private static List<Scenario> named(List<String> names) {
        return Scenarios.all().stream()
                .filter(scenario -> names.isEmpty() || names.contains(scenario.name()))
                .toList();
    }
}
