package io.lockgraft.benchmarks.report;

import io.lockgraft.benchmarks.harness.Form;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** How each scenario was last run: the page says so beside its figures. */
public final class Runs {
    private final Path file;
    private final Map<String, Object> runs = new LinkedHashMap<>();

    public Runs(Path folder) throws IOException {
        this.file = folder.resolve("runs.json");
        if (Files.exists(file)) {
            runs.putAll(Json.read(Files.readString(file)));
        }
    }

    /** Measured just now, in so many seconds; the machine's load is that of its end. */
    public void ran(String scenario, Form form, long seconds) throws IOException {
        String text = String.format(
                Locale.ROOT,
                "Measured %s, form %s: %d rounds, %.1f s for each contender in a round where not said otherwise; %d s in all; load of the machine at its end %.1f.",
                LocalDate.now(),
                form.name(),
                form.rounds(),
                form.sliceMillis() / 1e3,
                seconds,
                Machine.load());
        runs.put(scenario, text);
        Files.writeString(file, Json.of(runs));
    }

    String text(String scenario) {
        return String.valueOf(runs.getOrDefault(scenario, "The run was cut short: not all cells are there."));
    }
}
