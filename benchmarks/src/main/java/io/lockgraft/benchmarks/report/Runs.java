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

/** How, of what and on which machine each scenario was last run: the page says so beside its figures. */
public final class Runs {
    private static final String TEXT = "text";
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
     * @param commit of what was measured; empty where nobody knows
     */
    public void ran(String scenario, Form form, String commit, long seconds) throws IOException {
        String text = String.format(
                Locale.ROOT,
                "Measured %s%s, form %s: %d rounds, %.1f s for each contender in a round, and 0.2 s at least for each JVM, where not said otherwise; %d s in all; load of the machine at its end %.1f.",
                LocalDate.now(),
                commit.isEmpty() ? "" : " of commit " + commit,
                form.name(),
                form.rounds(),
                form.sliceMillis() / 1e3,
                seconds,
                Machine.load());
        Map<String, Object> run = new LinkedHashMap<>();
        run.put(TEXT, text);
        run.put(MACHINE, Machine.text());
        runs.put(scenario, run);
        Files.writeString(file, Json.of(runs));
    }

    /** A scenario begins anew: until it has {@link #ran} nobody knows how. */
    public void forget(String scenario) throws IOException {
        runs.remove(scenario);
        Files.writeString(file, Json.of(runs));
    }

    String text(String scenario) {
        if (!runs.containsKey(scenario)) {
            return "The run was cut short: not all cells are there.";
        }
        Map<?, ?> run = (Map<?, ?>) runs.get(scenario);
        return run.get(TEXT) + (machines().size() > 1 ? " Machine: " + run.get(MACHINE) + "." : "");
    }

    /** Those that figures come from; one, where all scenarios ran on the same. */
    Set<String> machines() {
        return runs.values().stream()
                .map(run -> String.valueOf(((Map<?, ?>) run).get(MACHINE)))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
