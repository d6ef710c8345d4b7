package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.RedisServer;
import io.lockgraft.testing.TcpProxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** A Redis, a JVM whose calls hold by every kind of lock, and another whose calls must wait for these. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
abstract class KindScene {
    static final Duration LEASE = Duration.ofSeconds(2);
    static final Duration BUSY_MACHINE = Duration.ofSeconds(2);
    private static final String DEFAULTS = "wait: 60s, lease: 2s";

    private final String[] faults;

    RedisServer redis;

    /** Between the holder and Redis. */
    TcpProxy network;

    WitnessServer witness;
    StageProcess holder;
    StageProcess rival;

    /** @param faults what the tests let befall their calls: for each there are rules, for every kind of lock */
    KindScene(String... faults) {
        this.faults = faults;
    }

    @BeforeAll
    void start() throws Exception {
        redis = server();
        network = new TcpProxy(redis.port());
        witness = new WitnessServer();
        holder = anotherHolder();
        rival = StageProcess.start(
                stage(rules(redis.address(), (kind, rules, call) -> kind.lockOut(rules, "Desk.hold(String)", call))));
        // What is slow the first time is over then.
        for (StageProcess each : List.of(holder, rival)) {
            KindCalls.begin(each, faults[0]).awaitBodies().end();
        }
        Orphans.none(redis);
    }

    @AfterAll
    void endAll() throws Exception {
        for (AutoCloseable each : new AutoCloseable[] {holder, rival, witness, network, redis}) {
            if (each != null) {
                each.close();
            }
        }
    }

    RedisServer server() {
        return RedisServer.start();
    }

    /** What stands in {@code redis} of the rules of a JVM that finds the server at this address. */
    String section(String address) {
        return "address: '" + address + "'";
    }

    /** What the holder finds in its environment. */
    Map<String, String> environment() {
        return Map.of();
    }

    private interface Locking {
        void lock(Kind kind, RulesText rules, String call);
    }

    /** A rule for each, for what befalls a lock is counted by rules. */
    private String rules(String address, Locking locking) {
        RulesText rules = RulesText.onServers(section(address), DEFAULTS);
        for (Kind kind : Kind.values()) {
            for (String fault : faults) {
                locking.lock(kind, rules, kind.of(fault));
            }
        }
        return rules.toString();
    }

    StageProcess anotherHolder() throws Exception {
        return StageProcess.start(
                stage(rules(network.address(), (kind, rules, call) -> kind.lock(rules, "Desk.hold(String)", call)))
                        .environment(environment()));
    }

    KindCalls held(String fault) throws Exception {
        return KindCalls.begin(holder, fault).awaitBodies();
    }

    /** Calls of the other JVM that got in. */
    KindCalls rivals(String fault) throws Exception {
        return KindCalls.begin(rival, fault).awaitBodies();
    }

    /** Calls of the other JVM that have heard that the locks are held. */
    KindCalls waiting(String fault) throws Exception {
        return waiting(rival, fault);
    }

    /** The same of either JVM. */
    KindCalls waiting(StageProcess stage, String fault) throws Exception {
        KindCalls calls = KindCalls.begin(stage, fault);
        Awaitility.await("the locks of those who wait are refused")
                .atMost(Duration.ofSeconds(30))
                .until(() -> areRefused(stage, fault));
        calls.assertNoBodyRan();
        return calls;
    }

    /** Whether the calls that the JVM has under way have all heard that the locks are held. */
    boolean areRefused(StageProcess stage, String fault) throws Exception {
        return Kind.allIn(fault, (List<?>) redis.command("PUBSUB", "CHANNELS"));
    }

    /** From now on Redis keeps a log, which it brings to its disk this often. */
    void keepLog(String appendfsync) {
        redis.command("CONFIG", "SET", "appendfsync", appendfsync);
        redis.command("CONFIG", "SET", "appendonly", "yes");
        Awaitility.await("the log is kept")
                .until(() -> redis.info("persistence", "aof_rewrite_in_progress")
                                .equals("0")
                        && redis.info("persistence", "aof_rewrite_scheduled").equals("0"));
    }

    void restartFromLog(String appendfsync) {
        redis.begin("--appendonly", "yes", "--appendfsync", appendfsync);
        redis.restart();
    }

    /** When something happened to the first of the calls, and to the last, by System.nanoTime. */
    record Span(long first, long last) {
        /** Soon after this moment. */
        void isWithin(Duration most, long after) {
            assertThat(Duration.ofNanos(last - after)).isLessThan(most.plus(BUSY_MACHINE));
        }

        /**
         * When the leases end that were renewed for the last time a while before a fault.
         *
         * @param before the fault, and {@code after} it: on a busy machine it takes a while to kill a process
         */
        void isAtTheLeasesEnd(long before, long after) {
            assertThat(Duration.ofNanos(first - before)).isGreaterThan(LEASE.dividedBy(2));
            isWithin(LEASE, after);
        }
    }

    /** Waits until the holder has been told of all. */
    Span isReportedLost(String fault) {
        long[] told = new long[2];
        Awaitility.await("the losses are reported in " + holder.process())
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(10))
                .until(() -> {
                    long lost = losses(holder, fault);
                    told[0] = told[0] == 0 && lost > 0 ? System.nanoTime() : told[0];
                    return lost == Kind.values().length;
                });
        told[1] = System.nanoTime();
        return new Span(told[0], told[1]);
    }

    /** The holder's ends come after others have got in, and do not put them out. */
    void endBeside(KindCalls others, KindCalls lost, String fault) throws Exception {
        lost.end();
        KindCalls third = KindCalls.begin(holder, fault);
        Thread.sleep(300); // time enough for the holder's releases to do harm
        third.assertNoBodyRan();
        others.end();
        third.awaitBodies().end();
        assertThat(losses(rival, fault)).as("losses of the others").isZero();
        Orphans.none(redis, holder, rival);
    }

    /** The holder was alone until its ends, and then the others are. */
    void endAlone(KindCalls held, KindCalls waiting, String fault) throws Exception {
        waiting.assertNoBodyRan();
        held.end();
        waiting.awaitBodies().end();
        assertNothingLost(fault);
        assertNoOverlaps(fault);
        Orphans.none(redis, holder, rival);
    }

    void assertNothingLost(String fault) {
        for (StageProcess each : List.of(holder, rival)) {
            assertThat(losses(each, fault)).as("losses of %s", each.process()).isZero();
        }
    }

    void assertNoOverlaps(String fault) {
        for (Kind kind : Kind.values()) {
            assertThat(witness.of(kind.of(fault)).overlaps()).as("%s", kind).isEmpty();
        }
    }

    static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }

    private static long losses(StageProcess stage, String fault) {
        String errors = stage.process().errors();
        return Arrays.stream(Kind.values())
                .filter(kind -> errors.contains("rule '" + kind.of(fault) + "': lost the lock"))
                .count();
    }

    private AppProcess.Builder stage(String rules) {
        return AppProcess.of(Jvms.running(), "Stage").witness(witness).rules(rules);
    }
}
