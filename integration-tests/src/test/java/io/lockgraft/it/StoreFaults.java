package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import io.lockgraft.it.FaultSchedule.Fault;
import io.lockgraft.it.FaultSchedule.Strike;
import io.lockgraft.it.WitnessServer.Ended;
import io.lockgraft.testing.Closing;
import io.lockgraft.testing.Whole;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Four JVMs add numbers to sets under locks of every kind in one store, while faults strike it, them and the network at
 * random. After each fault there is time to recover, and then to see calls that have nothing to complain about. Runs
 * for half a minute, in the whole suite for five, and then until each fault has struck. The properties {@code
 * lockgraft.faults.seconds}, {@code .seed} and {@code lockgraft.faults}, names of faults, choose others.
 */
@Tag("load")
abstract class StoreFaults {
    private static final int JVMS = 4;
    private static final int THREADS = 3;

    private static final Set<Fault> JVM_FAULTS = Set.of(
            Fault.JVM_STOPPED,
            Fault.JVM_STOPPED_UNTIL_ALL_IS_FREED,
            Fault.JVM_CUT_OFF_UNTIL_ALL_IS_FREED,
            Fault.JVM_KILLED);

    /** In so much time each fault strikes. */
    private static final Duration WHOLE = Duration.ofMinutes(5);

    /** In leases: some calls last for longer than a store needs to free a lock. */
    private static final int LASTING = 8;

    /** Each so-manyth calm is a lease longer: in those, more than a moment is left in which no loss has an excuse. */
    private static final int LONG_CALM = 3;

    /** The line at the start tells it where it is not the lease. */
    private static final Pattern FREED =
            Pattern.compile("a dead JVM's locks end (?:with the lease(?: or up to (\\d+)(m?s) later)?|within (\\w+))");

    /** What may pass beside what a store declares, until a call is served again. */
    private static final Duration SERVED_AGAIN = Duration.ofSeconds(5);

    /** A JVM may have to start meanwhile, on a busy machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final double SHARE_SERVED = 0.95;

    private final Closing open = new Closing();
    private final Chronicle chronicle = new Chronicle();
    private final List<String> late = new ArrayList<>();
    private final long seed = Long.getLong("lockgraft.faults.seed", System.nanoTime() % 1_000_000);
    private FaultyStore store;
    private Troubles troubles;
    private WitnessServer witness;
    private Workers workers;
    private long slowest;

    /** The store declares that a dead JVM's locks are free within this time. */
    private Duration freed;

    /** The store, with a way of its own to it for each of so many JVMs. */
    abstract FaultyStore open(int jvms) throws Exception;

    @BeforeEach
    void open() throws Exception {
        store = open.add(open(JVMS));
        troubles = new Troubles(store.lease());
        witness = open.add(new WitnessServer());
        open.add(new Standstills((from, to) -> {
            chronicle.stoodStill(from);
            troubles.add(from, to, to + store.lease().toNanos());
        }));
        workers = open.add(new Workers(THREADS, store.lease().multipliedBy(LASTING), seed, witness, chronicle));
    }

    @AfterEach
    void end() throws Exception {
        open.close();
    }

    @Test
    void callsAreServedAloneOrToldOfTheirLossWhateverStrikes() throws Exception {
        long began = System.nanoTime();
        for (int jvm = 0; jvm < JVMS; jvm++) {
            start(jvm);
        }
        workers.awaitWrites(100);
        freed = declared(workers.process(0).errors());
        recover(System.nanoTime(), "the start");
        // Four JVMs that start keep a small machine busy until here.
        troubles.add(began, System.nanoTime(), System.nanoTime());

        Map<Fault, Integer> struck = strikeAll();
        workers.awaitCallsOver();
        for (StageProcess jvm : workers.jvms()) {
            assertThat(jvm.stuck())
                    .as("threads that are stuck in the gate of %s", jvm.process())
                    .isEmpty();
        }
        Thread.sleep(store.lease().toMillis()); // in which a loss of what was held last may be told
        workers.end();
        judge(struck);
    }

    private Map<Fault, Integer> strikeAll() throws Exception {
        Duration length = Duration.ofSeconds(Integer.getInteger("lockgraft.faults.seconds", Whole.rounds(300, 30)));
        Set<Fault> left = store.faults();
        left.addAll(JVM_FAULTS);
        String some = System.getProperty("lockgraft.faults");
        left.removeIf(fault -> some != null && !List.of(some.split(",")).contains(fault.name()));
        tell("seed " + seed + ", " + length.toSeconds() + " s, dead JVMs are freed within " + freed + ", " + left);
        boolean isWhole = length.compareTo(WHOLE) >= 0;
        Map<Fault, Integer> struck = new EnumMap<>(Fault.class);
        long begin = System.nanoTime();
        int calms = 0;
        for (Strike strike : FaultSchedule.of(seed, length, store.lease(), JVMS, Set.copyOf(left))) {
            // Longer than a lease: for so long a loss is excused.
            int leases = calms++ % LONG_CALM == 0 ? 2 : 1;
            Thread.sleep(store.lease().multipliedBy(leases).plus(strike.calm()).toMillis());
            long began = System.nanoTime();
            if (began - begin > length.toNanos() && (left.isEmpty() || !isWhole)) {
                break;
            }
            tell(Instant.now() + ", after " + Duration.ofNanos(began - begin).toSeconds() + " s " + strike);
            strike(strike);
            store.addAftermath(strike.fault(), System.nanoTime(), troubles);
            recover(began, strike.toString());
            struck.merge(strike.fault(), 1, Integer::sum);
            left.remove(strike.fault());
        }
        tell("faults that have not struck: " + left);
        assertThat(isWhole ? left : Set.of())
                .as("faults that have not struck, seed %d", seed)
                .isEmpty();
        return struck;
    }

    private void strike(Strike strike) throws Exception {
        switch (strike.fault()) {
            case JVM_STOPPED:
                stop(strike.whom(), strike.lasts());
                break;
            case JVM_STOPPED_UNTIL_ALL_IS_FREED:
                stop(strike.whom(), freed.plus(store.lease()));
                break;
            case JVM_CUT_OFF_UNTIL_ALL_IS_FREED:
                store.ways().cutOff(strike.whom(), freed.plus(store.lease()));
                break;
            case JVM_KILLED:
                workers.kill(strike.whom());
                start(strike.whom());
                break;
            default:
                store.strike(strike);
        }
    }

    /** Whatever else strikes, a JVM that runs tells its losses by its own clock. */
    private void stop(int jvm, Duration lasts) throws Exception {
        long began = System.nanoTime();
        workers.process(jvm).freeze();
        Thread.sleep(lasts.toMillis());
        workers.process(jvm).thaw();
        chronicle.stoodStill(began);
    }

    /** Waits until calls of each JVM, and of each lock, go on. Those of each lock must do so in time. */
    private void recover(long began, String after) {
        long ended = System.nanoTime();
        long bound = freed.plus(SERVED_AGAIN).toMillis();
        Map<String, Long> served = new TreeMap<>();
        Awaitility.await("calls go on after " + after + ", seed " + seed)
                .pollInterval(Duration.ofMillis(20))
                .atMost(PATIENCE)
                .untilAsserted(() -> {
                    long took = Duration.ofNanos(System.nanoTime() - ended).toMillis();
                    Workers.SETS.stream()
                            .map(GuardedSet::name)
                            .filter(set -> witness.set(set).isServedSince(ended))
                            .forEach(set -> served.putIfAbsent(set, took));
                    assertThat(Workers.SETS.stream().map(GuardedSet::name).filter(set -> !served.containsKey(set)))
                            .as(() -> "sets that no call adds to, of " + workers)
                            .isEmpty();
                    assertThat(workers.names().stream().filter(jvm -> !goesOn(jvm, ended)))
                            .as(() -> "JVMs without a call, of " + workers)
                            .isEmpty();
                });
        troubles.add(began, ended, System.nanoTime());
        served.values().forEach(took -> slowest = Math.max(slowest, took));
        served.values().removeIf(took -> took <= bound);
        if (!served.isEmpty()) {
            late.add("after " + after + " in ms: " + served);
        }
    }

    private boolean goesOn(String jvm, long since) {
        return Workers.sets().anyMatch(set -> witness.set(set.name()).isServedSince(since, jvm));
    }

    private void judge(Map<Fault, Integer> struck) {
        LostUpdates lost = new LostUpdates(witness.told(), workers.losses(), chronicle, store.lease());
        Workers.sets().forEach(set -> {
            lost.judge(set, witness.set(set.name()).lostUpdates());
            lost.judge(set, witness.set(set.name()).seenToChange());
        });
        List<Ended> calm = troubles.calm(witness.ended());
        List<Ended> notServed = Troubles.notServed(calm);
        tell("seed " + seed + ": faults " + struck + "; "
                + workers.writes() + " updates; overlaps " + lost + "; losses told "
                + workers.losses().all().size() + "; calls outside of faults " + calm.size() + ", not served "
                + notServed.size() + "; no loss had an excuse for "
                + troubles.unexcused().toSeconds() + " s; each lock served within " + slowest + " ms of a fault");
        assertAll(
                () -> assertThat(lost.unexplained())
                        .as("overlaps without a word, seed %d; told on logs: %s", seed, workers.losses())
                        .isEmpty(),
                () -> assertThat(lost.sameToken())
                        .as("tokens given twice, seed %d", seed)
                        .isEmpty(),
                () -> assertThat(troubles.causeless(workers.losses().all()))
                        .as("losses told without a fault, seed %d", seed)
                        .isEmpty(),
                () -> assertThat(calm)
                        .as("calls outside of faults, seed %d", seed)
                        .isNotEmpty(),
                () -> assertThat((double) notServed.size() / calm.size())
                        .as("share of the calls outside of faults that were not served, seed %d: %s", seed, notServed)
                        .isLessThan(1 - SHARE_SERVED),
                () -> assertThat(late)
                        .as("locks that served no call in time, seed %d", seed)
                        .isEmpty(),
                () -> Awaitility.await("nothing is left, seed " + seed)
                        .atMost(freed.plus(SERVED_AGAIN))
                        .ignoreExceptions() // what goes while it is listed
                        .untilAsserted(() -> assertThat(store.left()).isEmpty()));
    }

    private void tell(String line) {
        System.out.println("==== " + getClass().getSimpleName() + ": " + line);
    }

    private Duration declared(String log) {
        Matcher told = FREED.matcher(log);
        assertThat(told.find()).as("the store's promises in %s", log).isTrue();
        assertThat(log).as("leases are as long as the rules wish").doesNotContain(" in place of ");
        if (told.group(3) != null) {
            return Duration.parse("PT" + told.group(3));
        }
        long later = told.group(1) == null ? 0 : Long.parseLong(told.group(1));
        return store.lease().plusMillis("s".equals(told.group(2)) ? 1_000 * later : later);
    }

    private void start(int jvm) throws Exception {
        String defaults = "wait: 5s, lease: " + store.lease().toMillis() + "ms";
        workers.start(jvm, Workers.rules(RulesText.onStore(store.settings(jvm), defaults)), Map.of());
    }
}
