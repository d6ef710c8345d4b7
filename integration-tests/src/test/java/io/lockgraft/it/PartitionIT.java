package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.server.TcpProxy;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A network that is cut, that loses what is under way, or is slow, between one JVM and a Redis that is well. */
@Timeout(120)
class PartitionIT {
    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final Duration POLL = Duration.ofMillis(1_250);
    private static final Duration BUSY_MACHINE = Duration.ofSeconds(5);

    /** A key whose lease is so long that nobody gets in by its end. */
    private static final String LASTING = "lasting";

    /** A key whose lease is longer than it takes to notice a connection that leads nowhere, on a busy machine too. */
    private static final String HALF_OPEN = "half-open";

    private static final Duration LONG_LEASE = Duration.ofSeconds(6);

    private RedisServer redis;
    private TcpProxy network;
    private WitnessServer witness;
    private StageProcess apart;
    private StageProcess near;

    @BeforeEach
    void connectBoth() throws Exception {
        redis = RedisServer.start();
        network = new TcpProxy(redis.port());
        witness = new WitnessServer();
        apart = start(network.address());
        near = start(redis.address());
        for (StageProcess each : new StageProcess[] {apart, near}) {
            each.call("Desk.hold", "warm").awaitBody().finish().awaitEnd();
        }
    }

    @AfterEach
    void end() throws Exception {
        for (AutoCloseable each : new AutoCloseable[] {apart, near, witness, network, redis}) {
            if (each != null) {
                each.close();
            }
        }
    }

    @Test
    @Shows("half-open connections")
    void connectionsThatAreHalfOpenAreGivenUpAndNothingIsLost() throws Exception {
        StageProcess.Call held = apart.call("Desk.hold", HALF_OPEN).awaitBody();

        network.holdRequests(); // of the connections that there are; nobody is told that they lead nowhere
        long broken = System.nanoTime();
        StageProcess.Call other = apart.call("Desk.hold", "B").awaitBody();

        Duration unserved = since(broken);
        System.out.println("==== half-open connections: served again after " + unserved.toMillis() + " ms");
        assertThat(unserved).isLessThan(TIMEOUT.multipliedBy(2).plus(BUSY_MACHINE));
        Thread.sleep(2 * LONG_LEASE.toMillis());
        assertThat(apart.process().errors()).doesNotContain("lost the lock");
        other.finish().awaitEnd();
        held.finish().awaitEnd();
        Orphans.none(redis, apart, near);
    }

    @Test
    @Tag("whole")
    @Shows("the answer to an acquire does not come")
    void acquiresAndReleasesWhoseAnswersAreLateLeaveNothing() throws Exception {
        network.holdAnswers();
        StageProcess.Call call = apart.call("Desk.hold", "A");
        Awaitility.await("Redis has granted what the caller does not know of")
                .atMost(Duration.ofSeconds(20))
                .until(() -> Orphans.locks(redis).contains("it:K:A"));
        call.awaitBody();

        network.holdRequests();
        call.finish().awaitEnd();

        near.call("Desk.hold", "A").awaitBody().finish().awaitEnd();
        network.deliver();
        nobodyMet();
    }

    @Test
    @Shows("a message is lost: no right to publish, a killed subscription")
    void aSubscriptionThatIsKilledLosesNobody() throws Exception {
        StageProcess.Call held = near.call("Desk.hold", LASTING).awaitBody();
        StageProcess.Call waiting = apart.call("Desk.hold", LASTING);
        Awaitility.await("the subscription of the one who waits")
                .atMost(Duration.ofSeconds(30))
                .until(() -> !((List<?>) redis.command("PUBSUB", "CHANNELS")).isEmpty());

        redis.command("CLIENT", "KILL", "TYPE", "pubsub");
        held.finish().awaitEnd();
        long released = System.nanoTime();
        waiting.awaitBody().finish().awaitEnd();

        assertThat(since(released)).isLessThan(POLL.plus(BUSY_MACHINE));
        nobodyMet(LASTING);
    }

    @Test
    @Shows("a slow network")
    void aSlowNetworkMakesCallsSlowAndNothingElse() throws Exception {
        network.delay(100);
        StageProcess.Call held = apart.call("Desk.hold", "A").awaitBody();
        StageProcess.Call waiting = near.call("Desk.hold", "A");
        Thread.sleep(2 * LEASE.toMillis());

        assertThat(waiting.bodyRan()).isFalse();
        held.finish().awaitEnd();
        waiting.awaitBody().finish().awaitEnd();
        assertThat(apart.process().errors()).doesNotContain("lost the lock", "ERROR");
        nobodyMet();
    }

    @Test
    @Shows("a slow network")
    void aRenewalThatTakesLongerThanASixthOfItsLeaseIsWarnedOfAndLosesNothing() throws Exception {
        network.delay(300); // there, and back
        StageProcess.Call held = apart.call("Desk.hold", "A").awaitBody();
        Thread.sleep(2 * LEASE.toMillis());

        assertThat(apart.process().errors())
                .contains("WARN rule 'Desk.hold': the lock server did not confirm that it:K:A is still ours;"
                        + " it is asked again, and the lock counts as lost in ")
                .doesNotContain("lost the lock", "ERROR");
        held.finish().awaitEnd();
        nobodyMet();
    }

    private void nobodyMet() throws Exception {
        nobodyMet("A");
    }

    private void nobodyMet(String key) throws Exception {
        assertThat(witness.of(key).overlaps()).isEmpty();
        Orphans.none(redis, apart, near);
    }

    private StageProcess start(String address) throws Exception {
        return StageProcess.start(AppProcess.of(Jvms.running(), "Stage")
                .witness(witness)
                .rules(RulesText.on(address, "wait: 60s, lease: 3s")
                        .lock("Desk.hold(String)", "when: p0 != '" + LASTING + "' and p0 != '" + HALF_OPEN + "'")
                        .lock("Desk.hold(String)", "name: lasting", "when: p0 == '" + LASTING + "'", "lease: 30s")
                        .lock("Desk.hold(String)", "name: half-open", "when: p0 == '" + HALF_OPEN + "'", "lease: 6s")
                        .toString()));
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }
}
