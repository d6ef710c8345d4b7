package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.server.TcpProxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** A Redis, a JVM whose calls hold by every kind of lock, and another whose calls must wait for these. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
abstract class KindScene {
    static final Duration LEASE = Duration.ofSeconds(4);

    /** Whose end is not soon after a third of it, on a busy machine neither. */
    static final Duration LONG_LEASE = Duration.ofSeconds(6);

    /** What a loss says that Redis told of, and one that the local clock did. */
    static final String GONE = "the lock server does not have it any more";

    static final String UNCONFIRMED = "the lock server did not confirm it before its lease ended";

    private final String[] faults;
    private final KindLosses losses = new KindLosses();
    private final KindLosses rivalsLosses = new KindLosses();

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
                stage(rules(redis.address(), (kind, rules, call) -> kind.lockOut(rules, "Desk.hold(String)", call)))
                        .log(rivalsLosses));
        // What is slow the first time is over then.
        for (StageProcess each : List.of(holder, rival)) {
            KindCalls.begin(each, faults[0]).awaitBodies().end();
        }
        Orphans.none(redis);
    }

    /** Also after a test that has failed in between. */
    @AfterEach
    void mendNetwork() {
        network.delay(0);
        network.deliver();
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
        return RedisServer.start("--appendonly", "no"); // a process, which can be started with a log
    }

    /** What stands in {@code redis} of the rules of a JVM that finds the server at this address. */
    String section(String address) {
        return "address: '" + address + "'";
    }

    /** Of the locks that this befalls. */
    Duration lease(String fault) {
        return LEASE;
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
        RulesText rules = RulesText.onServers(section(address), "wait: 60s");
        for (Kind kind : Kind.values()) {
            for (String fault : faults) {
                locking.lock(kind, rules, kind.of(fault));
                rules.set("lease: " + lease(fault).toSeconds() + "s");
            }
        }
        return rules.toString();
    }

    StageProcess anotherHolder() throws Exception {
        return StageProcess.start(
                stage(rules(network.address(), (kind, rules, call) -> kind.lock(rules, "Desk.hold(String)", call)))
                        .environment(environment())
                        .log(losses));
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

    /** Waits until the holder has been told of all, for this reason. */
    KindMoments areReportedLost(String fault, String why) {
        Awaitility.await("the losses are reported in " + holder.process())
                .atMost(Duration.ofSeconds(20))
                .until(() -> losses.count(fault) == Kind.values().length);
        return losses.told(fault, why);
    }

    /** The holder's ends come after others have got in, and do not put them out. */
    void endBeside(KindCalls others, KindCalls lost, String fault) throws Exception {
        lost.end();
        KindCalls third = KindCalls.begin(holder, fault);
        Thread.sleep(300); // time enough for the holder's releases to do harm
        third.assertNoBodyRan();
        others.end();
        third.awaitBodies().end();
        assertThat(rivalsLosses.count(fault)).as("losses of the others").isZero();
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
        assertThat(losses.count(fault)).as("losses of %s", holder.process()).isZero();
        assertThat(rivalsLosses.count(fault))
                .as("losses of %s", rival.process())
                .isZero();
    }

    void assertNoOverlaps(String fault) {
        for (Kind kind : Kind.values()) {
            assertThat(witness.of(kind.of(fault)).overlaps()).as("%s", kind).isEmpty();
        }
    }

    static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }

    private AppProcess.Builder stage(String rules) {
        return AppProcess.of(Jvms.running(), "Stage").witness(witness).rules(rules);
    }
}
