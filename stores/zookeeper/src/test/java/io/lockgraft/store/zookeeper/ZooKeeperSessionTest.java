package io.lockgraft.store.zookeeper;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.TcpProxy;
import io.lockgraft.testing.store.Answers;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.Requests;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What becomes of locks when the network fails, and answers are lost, beside what the suite asks of each session. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
final class ZooKeeperSessionTest {
    private static final AtomicLong OWNERS = new AtomicLong(1L << 41);
    private static final Duration TIMEOUT = Duration.ofSeconds(6);

    private static ZooKeeperServer server;

    private final String key = "session:" + UUID.randomUUID();
    private TcpProxy network;

    /** Behind the network, and beside it. */
    private LockStore here;

    private LockStore there;

    @BeforeAll
    static void start() throws Exception {
        server = new ZooKeeperServer();
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @BeforeEach
    void open() throws Exception {
        network = new TcpProxy(server.port());
        here = open(ZooKeeperServer.through(network));
        there = open(server.address());
        here.load().get(30, SECONDS);
        there.load().get(30, SECONDS);
    }

    @AfterEach
    void close() {
        network.deliver();
        here.close();
        there.close();
        network.close();
    }

    private static LockStore open(String connect) {
        return new ZooKeeperStore(new TestContext(), ZooKeeperServer.settings(connect, TIMEOUT));
    }

    @Test
    @Shows("the connection to ZooKeeper breaks, and is back within half of the session's time-out")
    void aConnectionThatBreaksLosesNothingAndWaitsGoOn() throws Exception {
        Grant held = granted(here, key + 1);
        Grant others = granted(there, key + 2);
        Attempt waiting = here.acquire(request(key + 2, 60_000));
        await().until(waiting::isContended);

        network.hangUp();
        assertThat(Renewals.isHeld(others.release())).isTrue();

        assertThat(waiting.answer().get(20, SECONDS).grant()).isNotNull();
        assertThat(renewed(here, held)).isTrue();
        assertThat(held.lost()).isNotDone();
        assertThat(server.nodes(key + 2)).hasSize(1);
    }

    @Test
    @Shows("a lock's node is deleted in ZooKeeper")
    void aLockThatIsDeletedWhileTheConnectionIsDownIsToldLost() throws Exception {
        Grant held = granted(here, key);
        network.cut();
        server.delete(key);
        network.hangUp();
        network.deliver();

        assertThat(held.lost().get(20, SECONDS)).contains("deleted");
    }

    @Test
    @Shows("ZooKeeper does not answer the making of a node, or its end")
    @FailsWithout("`KeyPlace#find` looks for a node whose create was not answered")
    void aCreateThatWasNotAnsweredIsFoundAgainAndThereIsOneNode() throws Exception {
        Grant held = granted(there, key);
        network.cutAnswers();
        Attempt asked = here.acquire(request(key, 60_000));
        await().until(() -> server.nodes(key).size() == 2);

        network.hangUp();
        network.deliver();

        await().until(asked::isContended);
        // On a machine that stood still the session may be another one; then the node of the first goes with it.
        await().until(() -> server.nodes(key).size() == 2);
        assertThat(Renewals.isHeld(held.release())).isTrue();
        Grant grant = asked.answer().get(20, SECONDS).grant();
        assertThat(grant).isNotNull();
        assertThat(server.nodes(key)).hasSize(1);
        assertThat(Renewals.isHeld(grant.release())).isTrue();
        assertThat(server.nodes(key)).isEmpty();
    }

    @Test
    @Shows("ZooKeeper does not answer the making of a node, or its end")
    @FailsWithout("`KeyPlace#leave` looks for a node whose create was not answered")
    void aCreateThatWasNotAnsweredAndIsAbandonedIsGivenBack() throws Exception {
        Grant held = granted(here, key);
        Grant others = granted(there, key + 1);
        network.cutAnswers();
        Attempt asked = here.acquire(request(key + 1, 60_000));
        await().until(() -> server.nodes(key + 1).size() == 2);

        asked.abandon();
        network.hangUp();
        network.deliver();

        await().atMost(Duration.ofSeconds(20)).until(() -> server.nodes(key + 1).size() == 1);
        assertThat(Renewals.isHeld(others.release())).isTrue();
        assertThat(Renewals.isHeld(held.release()))
                .as("the session was the same all the time")
                .isTrue();
    }

    @Test
    @Shows("ZooKeeper does not answer the making of a node, or its end")
    void aReleaseThatWasNotAnsweredIsDoneWhenTheConnectionIsBack() throws Exception {
        Grant held = granted(here, key);
        network.holdRequests();

        CompletableFuture<Renewal> released = held.release();
        network.hangUp();

        assertThat(released.get(20, SECONDS))
                .as("held, or unknown on a machine that stood still")
                .matches(said -> said.isHeld() || said.cause() instanceof TimeoutException);
        await().atMost(Duration.ofSeconds(20)).until(() -> server.nodes(key).isEmpty());
    }

    @Test
    @Shows("no server of ZooKeeper is there")
    void aServerThatIsDownAtTheStartIsUnavailableAndToldByName() throws Exception {
        network.close();
        try (LockStore alone = open(ZooKeeperServer.through(network))) {
            Answer answer = alone.acquire(request(key, 500)).answer().get(10, SECONDS);

            assertThat(answer.cause()).hasMessageContaining("no server of " + ZooKeeperServer.through(network));
            assertThat(alone.load()).failsWithin(Duration.ofSeconds(10));
        }
    }

    @Test
    @Shows("ZooKeeper ends a session, or does not know it any more")
    @FailsWithout("`Session#move` tells all who listen that the session is over")
    void aServerThatKnowsTheSessionNotIsTheLossOfAllGrants() throws Exception {
        try (ZooKeeperServer other = new ZooKeeperServer()) {
            Grant held = granted(here, key);

            network.moveTo(other.port());
            network.hangUp();

            assertThat(held.lost().get(20, SECONDS)).contains("the session is over");
            assertThat(renewed(here, held)).isFalse();
        }
    }

    static Request request(String key, long waitMillis) {
        long deadline = System.nanoTime() + MILLISECONDS.toNanos(waitMillis);
        List<String> keys = Collections.singletonList(key);
        return Requests.of(LockKind.EXCLUSIVE, 1, keys, OWNERS.incrementAndGet(), 60_000, deadline);
    }

    static Grant granted(LockStore store, String key) throws Exception {
        return Answers.granted(store.acquire(request(key, 30_000)).answer().get(40, SECONDS));
    }

    private static boolean renewed(LockStore store, Grant grant) throws Exception {
        return Renewals.isHeld(store, grant);
    }
}
