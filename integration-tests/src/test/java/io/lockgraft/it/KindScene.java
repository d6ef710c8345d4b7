package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.RedisServer;
import io.lockgraft.testing.TcpProxy;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** For every kind of lock: a Redis, a JVM whose calls hold by it, and another whose calls must wait for these. */
@ParameterizedClass
@EnumSource
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
abstract class KindScene {
    static final Duration LEASE = Duration.ofSeconds(2);
    static final Duration BUSY_MACHINE = Duration.ofSeconds(2);
    private static final String DEFAULTS = "wait: 60s, lease: 2s";

    @Parameter
    private Kind kind;

    private final String[] keys;

    RedisServer redis;

    /** Between the holder and Redis. */
    TcpProxy network;

    WitnessServer witness;
    StageProcess holder;
    StageProcess rival;

    /** @param keys the arguments that the tests call with */
    KindScene(String... keys) {
        this.keys = keys;
    }

    @BeforeParameterizedClassInvocation
    void start() throws Exception {
        redis = RedisServer.start();
        network = new TcpProxy(redis.port());
        witness = new WitnessServer();
        holder = anotherHolder();
        rival = start(kind.rivalsRules(redis.address(), DEFAULTS, keys));
        // What is slow the first time is over then.
        for (StageProcess each : List.of(holder, rival)) {
            each.call("Desk.hold", keys[0]).awaitBody().finish().awaitEnd();
        }
        Orphans.none(redis);
    }

    @AfterParameterizedClassInvocation
    void endAll() throws Exception {
        for (AutoCloseable each : new AutoCloseable[] {holder, rival, witness, network, redis}) {
            if (each != null) {
                each.close();
            }
        }
    }

    StageProcess anotherHolder() throws Exception {
        return start(kind.rules(network.address(), DEFAULTS, keys));
    }

    StageProcess.Call held(String key) throws Exception {
        return holder.call("Desk.hold", key).awaitBody();
    }

    /** A call of the other JVM that has heard that the lock is held. */
    StageProcess.Call waiting(String key) throws Exception {
        StageProcess.Call call = rival.call("Desk.hold", key);
        Awaitility.await("the subscription of the one who waits")
                .atMost(Duration.ofSeconds(30))
                .until(() -> !((List<?>) redis.command("PUBSUB", "CHANNELS")).isEmpty());
        assertThat(call.bodyRan()).isFalse();
        return call;
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

    /** Waits until the holder has been told. */
    void isReportedLost(String key) {
        Awaitility.await("the loss is reported in " + holder.process())
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(10))
                .until(() -> holder.process().errors().contains(loss(key)));
    }

    /** The holder's end comes after another has got in, and does not put him out. */
    void endsBeside(StageProcess.Call other, StageProcess.Call lost, String key) throws Exception {
        assertThat(lost.finish().awaitEnd().result()).isEqualTo("held String");
        StageProcess.Call third = holder.call("Desk.hold", key);
        Thread.sleep(300); // time enough for the holder's release to do harm
        assertThat(third.bodyRan()).isFalse();
        other.finish().awaitEnd();
        third.awaitBody().finish().awaitEnd();
        assertThat(rival.process().errors()).doesNotContain(loss(key));
        Orphans.none(redis, holder, rival);
    }

    /** The holder was alone until its end, and then the other is. */
    void endsAlone(StageProcess.Call held, StageProcess.Call waiting, String key) throws Exception {
        assertThat(waiting.bodyRan()).isFalse();
        assertThat(held.finish().awaitEnd().result()).isEqualTo("held String");
        waiting.awaitBody().finish().awaitEnd();
        assertThat(holder.process().errors()).doesNotContain(loss(key));
        assertThat(witness.of(key).overlaps()).isEmpty();
        Orphans.none(redis, holder, rival);
    }

    static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }

    private static String loss(String key) {
        return "rule '" + key + "': lost the lock";
    }

    private StageProcess start(String rules) throws Exception {
        return StageProcess.start(
                AppProcess.of(Jvms.running(), "Stage").witness(witness).rules(rules));
    }
}
