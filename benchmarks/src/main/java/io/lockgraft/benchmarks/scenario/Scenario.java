package io.lockgraft.benchmarks.scenario;

import io.lockgraft.benchmarks.report.Column;
import java.util.List;

/** One question to all contenders. */
public interface Scenario {
    /** As the command line names it. */
    String name();

    /** As the page names it. */
    String title();

    /** What was done, for the page. */
    String text();

    /** The columns of the page's tables. */
    List<Column> columns();

    /** The figure that its chart shows against the cells, or null for no chart. */
    Column chart();

    /** Whether the page has a section for it; else its tables stand where the page's end names them. */
    default boolean hasSection() {
        return true;
    }

    /** What this JVM lacks to run it, for a reader; null where it lacks nothing. */
    default String lacking() {
        return null;
    }

    /** Measures, and adds to the results under its name. */
    void run(Bench bench) throws Exception;
}
