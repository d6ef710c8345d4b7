package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import io.lockgraft.it.FaultSchedule.Fault;
import io.lockgraft.testing.Closing;
import io.lockgraft.testing.server.SteppedClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Four JVMs add numbers to sets, to a few hot ones under locks of every kind and to many that seldom meet anybody,
 * while faults strike at random, on every kind of servers. An update may only be lost where one of the two callers, or
 * the log of its JVM, was told that its lock had been lost. {@code linearizability.sh} runs it for longer.
 */
@Tag("whole")
@Tag("load")
class LinearizabilityIT {
    private static final int JVMS = 4;
    private static final int THREADS = 8;
    private static final Duration LEASE = Duration.ofSeconds(2);

    /** What a clock of a JVM may show beside the real time. */
    private static final List<Duration> CLOCKS = List.of(Duration.ofHours(-1), Duration.ZERO, Duration.ofHours(1));

    private static final List<GuardedSet> SETS = Workers.SETS;

    /** In the long form, how long a JVM may need after the last fault is over until its calls go on. */
    private static final Duration RECOVERY = Duration.ofSeconds(5);

    private FaultyServers servers;
    private WitnessServer store;
    private final Closing open = new Closing();
    private final List<SteppedClock> clocks = new ArrayList<>();
    private final Chronicle chronicle = new Chronicle();
    private Workers workers;
    private long seed;

    @BeforeEach
    void open() throws Exception {
        store = open.add(new WitnessServer());
        seed = Long.getLong("lockgraft.linearizability.seed", System.nanoTime() % 1_000_000);
        workers = new Workers(THREADS, seed, store, chronicle);
    }

    @AfterEach
    void end() throws Exception {
        open.add(workers);
        open.close();
    }

    /** All, or the one that is asked for. */
    static List<FaultyServers.Topology> topologies() {
        String one = System.getProperty("lockgraft.linearizability.servers");
        return one == null ? List.of(FaultyServers.Topology.values()) : List.of(FaultyServers.Topology.valueOf(one));
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void noUpdateIsLostUnlessOneOfItsCallersWasToldThatItsLockWas(FaultyServers.Topology topology) throws Exception {
        Integer seconds = Integer.getInteger("lockgraft.linearizability.seconds");
        Duration length = Duration.ofSeconds(seconds == null ? 20 : seconds);
        System.out.println("==== linearizability on " + topology + ": seed " + seed + ", " + length.toSeconds() + " s");
        servers = open.add(topology.start(JVMS, chronicle));
        Set<Fault> faults = EnumSet.copyOf(servers.faults());
        faults.addAll(Set.of(Fault.JVM_STOPPED, Fault.JVM_KILLED));
        if (SteppedClock.missing() == null) {
            faults.add(Fault.JVM_CLOCK_STEPPED);
        }
        for (int i = 0; i < JVMS; i++) {
            clocks.add(SteppedClock.missing() == null ? open.add(new SteppedClock()) : null);
            start(i);
        }
        workers.awaitWrites(100);

        Map<Fault, Integer> struck = new EnumMap<>(Fault.class);
        long until = System.nanoTime() + length.toNanos();
        for (FaultSchedule.Strike strike : FaultSchedule.of(seed, length, LEASE, JVMS, faults)) {
            if (System.nanoTime() - until > 0) {
                break; // some take longer than the schedule knows: until a replica has been promoted
            }
            Thread.sleep(strike.calm().toMillis());
            strike(strike);
            struck.merge(strike.fault(), 1, Integer::sum);
        }
        Map<String, Long> recovered = awaitWritesOfEach(); // all is well again
        System.out.println("==== faults " + struck + "; ms until each JVM went on after the last " + recovered);
        workers.awaitCallsOver();
        assertAll(
                () -> noOrphans(topology),
                () -> {
                    Thread.sleep(LEASE.toMillis()); // in which a loss of what was held last may be told
                    workers.end();
                    judge();
                },
                () -> {
                    if (seconds != null) {
                        assertThat(recovered.values())
                                .as("ms until each JVM went on after the last fault, seed %d", seed)
                                .allMatch(millis -> millis <= RECOVERY.toMillis());
                    }
                });
    }

    private void noOrphans(FaultyServers.Topology topology) throws Exception {
        if (topology == FaultyServers.Topology.QUORUM) {
            Orphans.noneOfQuorum(servers.masters(), workers.jvms());
        } else {
            Orphans.noneOf(servers.masters(), workers.jvms().toArray(new StageProcess[0]));
        }
    }

    @Test
    void theSameSeedLetsTheSameFaultsStrikeInTheSameOrder() {
        Duration length = Duration.ofSeconds(300);

        Set<Fault> faults = EnumSet.allOf(Fault.class);

        assertThat(FaultSchedule.of(seed, length, LEASE, JVMS, faults))
                .isEqualTo(FaultSchedule.of(seed, length, LEASE, JVMS, faults))
                .isNotEqualTo(FaultSchedule.of(seed + 1, length, LEASE, JVMS, faults));
    }

    /** Is the first test worth something? */
    @Test
    void withoutLocksUpdatesAreLostAndNobodyIsTold() throws Exception {
        for (int i = 0; i < JVMS; i++) {
            workers.start(i, null, Map.of());
        }
        workers.awaitWrites(500);

        List<GrowingSet.Meeting> lost = SETS.stream()
                .flatMap(set -> store.set(set.name()).lostUpdates().stream())
                .collect(Collectors.toList());
        System.out.println("==== without locks: " + workers.writes() + " updates, " + lost.size() + " lost");
        assertThat(lost).isNotEmpty();
    }

    private void strike(FaultSchedule.Strike strike) throws Exception {
        AppProcess jvm = workers.process(strike.whom());
        switch (strike.fault()) {
            case JVM_STOPPED:
                long began = System.nanoTime();
                jvm.freeze();
                strike.last();
                jvm.thaw();
                chronicle.stoodStill(began);
                break;
            case JVM_KILLED:
                workers.kill(strike.whom());
                start(strike.whom());
                break;
            case JVM_CLOCK_STEPPED:
                clocks.get(strike.whom()).step(strike.of(CLOCKS));
                break;
            default:
                servers.strike(strike);
        }
    }

    private void judge() {
        ToldLosses losses = workers.losses();
        LostUpdates lost = new LostUpdates(store.told(), losses, chronicle, LEASE);
        LostUpdates seen = new LostUpdates(store.told(), losses, chronicle, LEASE);
        for (GuardedSet set : SETS) {
            GrowingSet kept = store.set(set.name());
            lost.judge(set, kept.lostUpdates());
            seen.judge(set, kept.seenToChange());
            System.out.println("==== " + set.name() + ": " + kept.writes() + " updates, "
                    + kept.lostUpdates().size() + " wiped out"
                    + (set.isWatched() ? ", " + kept.watches() + " watches" : "")
                    + (set.isEachTold() ? "" : ", " + losses.count(set.key()) + " losses told on logs")
                    + (isSeenPassedOn(set) ? ", taken without asking Redis " + kept.passedOn() : ""));
        }
        int ofMany = Workers.MANY.stream()
                .mapToInt(set -> store.set(set.name()).writes())
                .sum();
        System.out.println("==== many: " + ofMany + " updates of " + Workers.MANY.size() + " sets");
        for (GuardedSet set : Workers.MANY) {
            lost.judge(set, store.set(set.name()).lostUpdates());
        }
        Map<String, Long> told = store.told().values().stream()
                .collect(Collectors.groupingBy(end -> end, TreeMap::new, Collectors.counting()));
        System.out.println("==== calls by what their callers were told " + told);
        System.out.println("==== updates " + workers.writes() + ", wiped out " + lost);
        System.out.println("==== updates that one who looked saw come " + seen);
        assertThat(lost.unexplained())
                .as("updates that were lost without a word, seed %d; told on logs: %s", seed, losses)
                .isEmpty();
        assertThat(seen.unexplained())
                .as("updates beside one who looked, without a word, seed %d; told on logs: %s", seed, losses)
                .isEmpty();
        assertThat(lost.sameToken())
                .as("calls that no store would have refused, for they had the token of another, seed %d", seed)
                .isEmpty();
        assertThat(told).containsKeys("added", "watched");
        assertThat(SETS.stream().filter(LinearizabilityIT::isSeenPassedOn))
                .as("sets whose locks were passed on, as their tokens show")
                .allMatch(set -> store.set(set.name()).passedOn() > 0);
    }

    /** Whether its tokens show that its locks were passed on. */
    private static boolean isSeenPassedOn(GuardedSet set) {
        return set.kind() == Kind.FENCED && !set.isEachTold();
    }

    /** By JVM, how many milliseconds this took: until it has written to hot sets as well. */
    private Map<String, Long> awaitWritesOfEach() {
        long began = System.nanoTime();
        Map<String, Integer> before = new TreeMap<>();
        Map<String, Integer> hot = new TreeMap<>();
        workers.names().forEach(name -> {
            before.put(name, writesOf(Workers.sets(), name));
            hot.put(name, writesOf(SETS.stream(), name));
        });
        Map<String, Long> recovered = new TreeMap<>();
        Awaitility.await("all go on")
                .pollInterval(Duration.ofMillis(20))
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> {
                    for (String name : workers.names()) {
                        if (writesOf(Workers.sets(), name) > before.get(name) + 10
                                && writesOf(SETS.stream(), name) > hot.get(name)) {
                            recovered.putIfAbsent(
                                    name,
                                    Duration.ofNanos(System.nanoTime() - began).toMillis());
                        }
                    }
                    assertThat(recovered.keySet())
                            .as(() -> "go on, of " + workers)
                            .containsAll(workers.names());
                });
        return recovered;
    }

    private int writesOf(Stream<GuardedSet> sets, String jvm) {
        return sets.mapToInt(set -> store.set(set.name()).writesOf(jvm)).sum();
    }

    private void start(int jvm) throws Exception {
        SteppedClock clock = clocks.get(jvm);
        Map<String, String> environment = clock == null ? Map.of() : clock.environment();
        workers.start(
                jvm, Workers.rules(RulesText.onServers(servers.settings(jvm), "wait: 5s, lease: 2s")), environment);
    }
}
