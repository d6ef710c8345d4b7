package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.Closing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * JVMs whose threads add numbers to sets, to a few hot ones under locks of every kind and to many that seldom meet
 * anybody. Each can be killed and started anew, under another name.
 */
final class Workers implements AutoCloseable {
    static final List<GuardedSet> SETS = GuardedSet.all();
    static final List<GuardedSet> MANY = GuardedSet.many();
    private static final List<GuardedSet> LASTING = GuardedSet.lasting();

    /** Of each thread's calls, so many go to one of many sets for each that goes to a certain one. */
    private static final int OF_MANY = 6;

    private final int threads;
    private final Duration lasting;
    private final long seed;
    private final WitnessServer store;
    private final Chronicle chronicle;
    private final ToldLosses losses = new ToldLosses();
    private final List<StageProcess> jvms = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private int started;

    /** @param seed of the moments of their calls */
    Workers(int threads, long seed, WitnessServer store, Chronicle chronicle) {
        this(threads, Duration.ZERO, seed, store, chronicle);
    }

    /** @param lasting four more threads of each make calls that last for so long at most; zero for none */
    Workers(int threads, Duration lasting, long seed, WitnessServer store, Chronicle chronicle) {
        this.threads = threads;
        this.lasting = lasting;
        this.seed = seed;
        this.store = store;
        this.chronicle = chronicle;
    }

    /**
     * Starts the next JVM, or this one anew. What it adds begins with its name and a dash.
     *
     * @param rules null for one without the agent
     */
    void start(int jvm, String rules, Map<String, String> environment) throws Exception {
        started++;
        String name = (char) ('a' + jvm) + "" + started;
        List<String> arguments =
                new ArrayList<>(List.of("SetApp", name + "-", String.valueOf(threads), String.valueOf(seed + started)));
        for (GuardedSet set : SETS) {
            arguments.add(set.name());
            if (set.isWatched()) {
                arguments.add('?' + set.name());
            }
        }
        arguments.addAll(Collections.nCopies(OF_MANY, GuardedSet.manyArgument()));
        if (!lasting.isZero()) {
            LASTING.forEach(set -> arguments.add(set.lastingArgument(lasting)));
        }
        StageProcess process =
                StageProcess.begin(AppProcess.of(Jvms.running(), "Stage", arguments.toArray(new String[0]))
                        .environment(environment)
                        .witness(store)
                        .log(losses.of(name))
                        .rules(rules));
        if (jvm == jvms.size()) {
            jvms.add(process);
            names.add(name);
        } else {
            jvms.set(jvm, process);
            names.set(jvm, name);
        }
    }

    void kill(int jvm) throws Exception {
        chronicle.ends(names.get(jvm));
        jvms.get(jvm).close();
    }

    /** Begins with what stands in front of the rules of all sets. */
    static String rules(RulesText rules) {
        SETS.forEach(set -> set.lock(rules));
        LASTING.forEach(set -> set.lock(rules));
        GuardedSet.lockMany(rules);
        return rules.toString();
    }

    AppProcess process(int jvm) {
        return jvms.get(jvm).process();
    }

    List<StageProcess> jvms() {
        return jvms;
    }

    /** Those of the JVMs that run now. */
    List<String> names() {
        return names;
    }

    ToldLosses losses() {
        return losses;
    }

    /** How often a number was added to any set. */
    int writes() {
        return sets().mapToInt(set -> store.set(set.name()).writes()).sum();
    }

    static Stream<GuardedSet> sets() {
        return Stream.of(SETS, LASTING, MANY).flatMap(List::stream);
    }

    void awaitWrites(int count) {
        Awaitility.await(count + " updates")
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() ->
                        assertThat(writes()).as(() -> "updates of " + jvms).isGreaterThanOrEqualTo(count));
    }

    /** Lets their threads end their calls, and the JVMs live. */
    void awaitCallsOver() throws Exception {
        for (StageProcess jvm : jvms) {
            jvm.process().tell("over");
        }
        for (StageProcess jvm : jvms) {
            jvm.awaitReady(Duration.ofSeconds(60));
        }
    }

    /** Lets the JVMs go, which must end well. */
    void end() throws Exception {
        for (StageProcess jvm : jvms) {
            jvm.end();
        }
    }

    @Override
    public void close() throws Exception {
        Closing open = new Closing();
        jvms.forEach(open::add);
        open.close();
    }

    @Override
    public String toString() {
        return jvms.toString();
    }
}
