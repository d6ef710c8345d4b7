package io.lockgraft.benchmarks.scenario;

import java.util.List;

/** All scenarios, in the order of the page. */
public final class Scenarios {
    private Scenarios() {}

    public static List<Scenario> all() {
        return List.of(new Uncontended(), new HotKey());
    }
}
