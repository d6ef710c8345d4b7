package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.RedisServer;
import io.lockgraft.testing.TcpProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Four JVMs add numbers to sets under locks of every kind, while faults strike at random. An update may only be lost
 * where one of the two callers was told that its lock had been lost. {@code linearizability.sh} runs it for longer.
 */
class LinearizabilityIT {
    private static final int JVMS = 4;
    private static final int THREADS = 6;
    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final String LOST = "LockLostException";
    private static final List<String> SETS = Arrays.stream(Kind.values())
            .filter(kind -> kind != Kind.READ) // which excludes no other reader
            .map(Kind::name)
            .collect(Collectors.toList());

    private RedisServer redis;
    private WitnessServer store;
    private final List<TcpProxy> networks = new ArrayList<>();
    private final List<AppProcess> jvms = new ArrayList<>();
    private int started;
    private long seed;

    @BeforeEach
    void open() throws Exception {
        redis = RedisServer.start("--appendonly", "yes", "--appendfsync", "always");
        store = new WitnessServer();
        seed = Long.getLong("lockgraft.linearizability.seed", System.nanoTime() % 1_000_000);
    }

    @AfterEach
    void end() throws Exception {
        for (AppProcess jvm : jvms) {
            jvm.close();
        }
        networks.forEach(TcpProxy::close);
        store.close();
        redis.close();
    }

    @Test
    void noUpdateIsLostUnlessOneOfItsCallersWasToldThatItsLockWas() throws Exception {
        Duration length = Duration.ofSeconds(Integer.getInteger("lockgraft.linearizability.seconds", 20));
        System.out.println("==== linearizability: seed " + seed + ", " + length.toSeconds() + " s");
        for (int i = 0; i < JVMS; i++) {
            networks.add(new TcpProxy(redis.port()));
            jvms.add(start(rules(networks.get(i)), i));
        }
        awaitWrites(100);

        Map<FaultSchedule.Fault, Integer> struck = new EnumMap<>(FaultSchedule.Fault.class);
        for (FaultSchedule.Strike strike : FaultSchedule.of(seed, length, LEASE, JVMS)) {
            Thread.sleep(strike.calm().toMillis());
            strike(strike);
            struck.merge(strike.fault(), 1, Integer::sum);
        }
        awaitWrites(writes() + 100); // all is well again
        for (AppProcess jvm : jvms) {
            jvm.close();
        }
        jvms.clear();

        System.out.println("==== faults " + struck);
        int forgot = struck.getOrDefault(FaultSchedule.Fault.FLUSHALL, 0)
                + struck.getOrDefault(FaultSchedule.Fault.REDIS_KILLED_AND_EMPTY, 0);
        judge(forgot);
        Orphans.none(redis);
    }

    @Test
    void theSameSeedLetsTheSameFaultsStrikeInTheSameOrder() {
        Duration length = Duration.ofSeconds(300);

        assertThat(FaultSchedule.of(seed, length, LEASE, JVMS))
                .isEqualTo(FaultSchedule.of(seed, length, LEASE, JVMS))
                .isNotEqualTo(FaultSchedule.of(seed + 1, length, LEASE, JVMS));
    }

    /** Is the first test worth something? */
    @Test
    void withoutLocksUpdatesAreLostAndNobodyIsTold() throws Exception {
        for (int i = 0; i < JVMS; i++) {
            jvms.add(start(null, i));
        }
        awaitWrites(500);

        List<GrowingSet.LostUpdate> lost = SETS.stream()
                .flatMap(set -> store.set(set).lostUpdates().stream())
                .collect(Collectors.toList());
        System.out.println("==== without locks: " + writes() + " updates, " + lost.size() + " lost");
        assertThat(lost).isNotEmpty();
    }

    private void strike(FaultSchedule.Strike strike) throws Exception {
        AppProcess jvm = jvms.get(strike.whom());
        long lasts = strike.lasts().toMillis();
        switch (strike.fault()) {
            case REDIS_KILLED_AND_EMPTY:
            case REDIS_KILLED_WITH_LOG:
                redis.kill();
                if (strike.fault() == FaultSchedule.Fault.REDIS_KILLED_AND_EMPTY) {
                    redis.forget();
                }
                Thread.sleep(lasts);
                redis.restart();
                break;
            case REDIS_FROZEN:
                redis.freeze();
                Thread.sleep(lasts);
                redis.resume();
                break;
            case FLUSHALL:
                redis.command("FLUSHALL");
                break;
            case KEY_DELETED:
                Orphans.locks(redis).stream().findFirst().ifPresent(key -> redis.command("DEL", key));
                break;
            case JVM_CUT_OFF:
                networks.get(strike.whom()).cut();
                Thread.sleep(lasts);
                networks.get(strike.whom()).deliver();
                break;
            case JVM_STOPPED:
                jvm.freeze();
                Thread.sleep(lasts);
                jvm.thaw();
                break;
            case JVM_KILLED:
                jvm.close();
                jvms.set(strike.whom(), start(rules(networks.get(strike.whom())), strike.whom()));
                break;
        }
    }

    /** @param forgot how often Redis lost its tokens, which begin anew then: only so can two calls have the same one */
    private void judge(int forgot) {
        List<String> unexplained = new ArrayList<>();
        int lost = 0;
        int withTokens = 0;
        int fenced = 0;
        Set<String> sameToken = new TreeSet<>();
        int killed = 0;
        for (String set : SETS) {
            for (GrowingSet.LostUpdate update : store.set(set).lostUpdates()) {
                lost++;
                withTokens += update.wiped().fence() > 0 ? 1 : 0;
                fenced += update.isFenced() ? 1 : 0;
                if (update.wiped().fence() > 0 && !update.isFenced()) {
                    sameToken.add(update.by().number());
                }
                String one = store.told().get(update.wiped().number());
                String other = store.told().get(update.by().number());
                if (LOST.equals(one) || LOST.equals(other)) {
                    continue;
                }
                if (one == null || other == null) {
                    killed++; // a JVM that was killed before it could tell
                } else {
                    unexplained.add(set + ": " + update + ", told " + one + " and " + other);
                }
            }
        }
        Map<String, Long> told = store.told().values().stream()
                .collect(Collectors.groupingBy(end -> end, TreeMap::new, Collectors.counting()));
        System.out.println("==== calls by what their callers were told " + told);
        System.out.println("==== updates " + writes() + ", wiped out " + lost + ": " + killed
                + " beside a JVM that was killed before it could tell, " + unexplained.size() + " without a word");
        System.out.println("==== of these under fence tokens " + withTokens
                + ": a store that compares would have refused " + fenced);
        assertThat(unexplained)
                .as("updates that were lost without a word, seed %d", seed)
                .isEmpty();
        assertThat(sameToken)
                .as("calls that no store would have refused, for they had the token of another, seed %d", seed)
                .hasSizeLessThanOrEqualTo(forgot);
        assertThat(told).containsKeys("added");
    }

    private int writes() {
        return SETS.stream().mapToInt(set -> store.set(set).writes()).sum();
    }

    private void awaitWrites(int count) {
        Awaitility.await(count + " updates").atMost(Duration.ofSeconds(60)).until(() -> writes() >= count);
    }

    private AppProcess start(String rules, int jvm) throws Exception {
        started++;
        List<String> arguments = new ArrayList<>(List.of(
                (char) ('a' + jvm) + "" + started + "-", String.valueOf(THREADS), String.valueOf(seed + started)));
        arguments.addAll(SETS);
        return AppProcess.of(Jvms.running(), "SetApp", arguments.toArray(new String[0]))
                .witness(store)
                .rules(rules)
                .start();
    }

    private static String rules(TcpProxy network) {
        RulesText rules = RulesText.on(network.address(), "wait: 5s, lease: 2s, onLost: throw");
        for (String set : SETS) {
            Kind.valueOf(set).lock(rules, "SetApp.add", set);
        }
        return rules.toString();
    }
}
