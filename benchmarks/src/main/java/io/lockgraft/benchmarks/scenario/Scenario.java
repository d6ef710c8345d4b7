package io.lockgraft.benchmarks.scenario;

import io.lockgraft.benchmarks.report.Answer;
import io.lockgraft.benchmarks.report.Column;
import java.util.List;

/** One question to all contenders. */
public interface Scenario {
    /** As the command line names it. */
    String name();

    /** The heading of its page and of its chart. */
    String title();

    /** The name of the resource that is the text of its page. */
    default String page() {
        return name();
    }

    /** Its line on the first page, or null for none. */
    Answer answer();

    /** The columns of its page's tables. */
    List<Column> columns();

    /** The figure that its chart shows against the cells, or null for no chart. */
    default Column chart() {
        return columns().get(0);
    }

    /** What this JVM lacks to run it, for a reader; null where it lacks nothing. */
    default String lacking() {
        return null;
    }

    /** Measures, and adds to the results under its name. */
    void run(Bench bench) throws Exception;
}
