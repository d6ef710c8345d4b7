package io.lockgraft.benchmarks.report;

import io.lockgraft.benchmarks.harness.Form;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The table of the forms of a run. */
final class Forms {
    private Forms() {}

    static String table() {
        return Tables.head("form", List.of("rounds", "slice, s", "warm-up, s", "starts of a JVM"))
                + List.of(Form.BRIEF, Form.MIDDLE, Form.FULL).stream()
                        .map(form -> Tables.row(
                                form.name(),
                                List.of(
                                        Integer.toString(form.rounds()),
                                        seconds(form.sliceMillis()),
                                        seconds(form.warmUpMillis()),
                                        Integer.toString(form.starts()))))
                        .collect(Collectors.joining());
    }

    private static String seconds(int millis) {
        return String.format(Locale.ROOT, "%.1f", millis / 1e3);
    }
}
