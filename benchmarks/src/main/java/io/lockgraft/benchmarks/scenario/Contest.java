package io.lockgraft.benchmarks.scenario;

import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.contender.Store;
import io.lockgraft.benchmarks.harness.Crew;
import io.lockgraft.benchmarks.harness.Lab;
import io.lockgraft.benchmarks.harness.Rounds;
import io.lockgraft.benchmarks.worker.Slice;
import java.util.List;
import java.util.Set;

/** Contenders in turns, in so many JVMs; how many these are and what they call is the scenario's. */
public abstract class Contest implements Scenario {
    /** One line of a table. */
    public record Cell(String name, Slice slice) {}

    /**
     * So many JVMs, for some cells.
     *
     * @param micros that the network takes each way
     */
    public record Crowd(int jvms, int micros, List<Cell> cells) {
        public static Crowd of(int jvms, Cell... cells) {
            return new Crowd(jvms, 0, List.of(cells));
        }
    }

    private final String name;
    private final String title;
    private final Set<Kind> contenders;

    public Contest(String name, String title, Set<Kind> contenders) {
        this.name = name;
        this.title = title;
        this.contenders = contenders;
    }

    public abstract List<Crowd> crowds();

    /** Those of every cell. */
    public final Set<Kind> contenders() {
        return contenders;
    }

    /** Where Lockgraft has its locks. */
    public Store store() {
        return Store.REDIS;
    }

    public Rounds rounds(Bench bench) {
        return bench.rounds();
    }

    /** How many JVMs the quick form has at the most. */
    public int quickJvms() {
        return 1;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String title() {
        return title;
    }

    @Override
    public final void run(Bench bench) throws Exception {
        for (Crowd crowd : bench.some(crowds())) {
            int jvms = bench.form().isQuick() ? Math.min(quickJvms(), crowd.jvms) : crowd.jvms;
            try (Lab lab = bench.lab(name);
                    Crew crew = new Crew(lab, store(), jvms, crowd.micros, contenders, List.of())) {
                for (Cell cell : bench.some(crowd.cells)) {
                    rounds(bench).run(crew, name, cell.name, cell.slice, contenders);
                }
            }
        }
    }
}
