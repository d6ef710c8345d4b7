package io.lockgraft.benchmarks.report;

import io.lockgraft.benchmarks.harness.Form;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The last run of each scenario: its date, commit, form, time and machine. Each page says them below its figures. */
public final class Runs {
    private static final String DATE = "date";
    private static final String COMMIT = "commit";
    private static final String FORM = "form";
    private static final String SECONDS = "seconds";
    private static final String LOAD = "load";
    private static final String MACHINE = "machine";

    private final Path file;
    private final Map<String, Object> runs = new LinkedHashMap<>();

    public Runs(Path folder) throws IOException {
        this.file = folder.resolve("runs.json");
        if (Files.exists(file)) {
            runs.putAll(Json.read(Files.readString(file)));
        }
    }

    /**
     * Measured just now, in so many seconds; the machine's load is that of its end.
     *
     * @param commit of what was measured; empty where it is not known
     */
    public void ran(String scenario, Form form, String commit, long seconds) throws IOException {
        Map<String, Object> run = new LinkedHashMap<>();
        run.put(DATE, LocalDate.now().toString());
        run.put(COMMIT, commit);
        run.put(FORM, form.name());
        run.put(SECONDS, seconds);
        run.put(LOAD, Math.round(10 * Machine.load()) / 10.0);
        run.put(MACHINE, Machine.text());
        runs.put(scenario, run);
        Files.writeString(file, Json.of(runs));
    }

    /** A scenario begins anew: until it has {@link #ran} there is no run of it. */
    public void forget(String scenario) throws IOException {
        runs.remove(scenario);
        Files.writeString(file, Json.of(runs));
    }

    String text(String scenario) {
        if (!runs.containsKey(scenario)) {
            return "`benchmarks/run.sh " + scenario + "` has not run to its end.";
        }
        Map<?, ?> run = (Map<?, ?>) runs.get(scenario);
        return String.format(
                Locale.ROOT,
                "`benchmarks/run.sh %s` on %s%s,\nform %s, %s s; load of the machine at the end: %s."
                        + " [How it is measured](METHOD.md).%s",
                scenario,
                run.get(DATE),
                run.get(COMMIT).equals("") ? "" : " (commit " + run.get(COMMIT) + ")",
                run.get(FORM),
                run.get(SECONDS),
                run.get(LOAD),
                machines().size() > 1 ? "\n" + run.get(MACHINE) + "." : "");
    }

    /** Those that figures come from; one, where all scenarios ran on the same. */
    Set<String> machines() {
        return runs.values().stream()
                .map(run -> String.valueOf(((Map<?, ?>) run).get(MACHINE)))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
