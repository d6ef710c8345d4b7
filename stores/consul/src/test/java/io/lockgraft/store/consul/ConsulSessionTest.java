package io.lockgraft.store.consul;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Request;
import io.lockgraft.store.consul.api.KvEntry;
import io.lockgraft.store.http.HttpRequest;
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
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What becomes of locks when answers are lost, commands are late, and sessions end by hand. */
@Tag("whole")
@EnabledIf("isThere")
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
final class ConsulSessionTest {
    private static final AtomicLong OWNERS = new AtomicLong(1L << 41);
    private static final Duration TTL = Duration.ofSeconds(6);

    private static ConsulServer server;

    private final String key = "session:" + UUID.randomUUID();
    private TcpProxy network;

    /** Behind the network, and beside it. */
    private LockStore here;

    private LockStore there;

    static boolean isThere() {
        return ConsulServer.isThere();
    }

    @BeforeAll
    static void start() throws Exception {
        server = new ConsulServer();
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @BeforeEach
    void open() throws Exception {
        network = new TcpProxy(server.port());
        here = open(ConsulServer.through(network));
        there = open(server.address());
        granted(here, key + ":warm").release().get(10, SECONDS);
        granted(there, key + ":warm").release().get(10, SECONDS);
    }

    @AfterEach
    void close() {
        network.deliver();
        here.close();
        there.close();
        network.close();
    }

    private static LockStore open(String address) {
        return new ConsulStore(new TestContext(), ConsulServer.settings(address, TTL));
    }

    @Test
    @Shows("the connection to Consul breaks, and is back within the session's TTL")
    void aConnectionThatBreaksLosesNothingAndWaitsGoOn() throws Exception {
        Grant held = granted(here, key + 1);
        Grant others = granted(there, key + 2);
        Attempt waiting = here.acquire(request(key + 2, 60_000));
        await().until(waiting::isContended);

        network.hangUp();
        assertThat(Renewals.isHeld(others.release())).isTrue();

        assertThat(waiting.answer().get(20, SECONDS).grant()).isNotNull();
        assertThat(Renewals.isHeld(here, held)).isTrue();
        assertThat(held.lost()).isNotDone();
        assertThat(server.entries(key + 2)).hasSize(1);
    }

    @Test
    @Shows("Consul does not answer the making of an entry, or its end")
    @FailsWithout("`KeyPlace#find` looks for an entry whose making was not answered")
    void anEntryWhoseMakingWasNotAnsweredIsFoundAgainAndThereIsOne() throws Exception {
        Grant held = granted(there, key);
        network.cutAnswers();
        Attempt asked = here.acquire(request(key, 60_000));
        await().until(() -> server.entries(key).size() == 2);

        network.hangUp();
        network.deliver();

        await().until(asked::isContended);
        assertThat(server.entries(key)).hasSize(2);
        assertThat(Renewals.isHeld(held.release())).isTrue();
        Grant grant = asked.answer().get(20, SECONDS).grant();
        assertThat(grant).isNotNull();
        assertThat(server.entries(key)).hasSize(1);
        assertThat(Renewals.isHeld(grant.release())).isTrue();
        assertThat(server.entries(key)).isEmpty();
    }

    @Test
    @Shows("Consul does not answer the making of an entry, or its end")
    @FailsWithout("`Guard#renew` makes void what was not answered")
    void aCommandThatArrivesBehindItsTakingBackMakesNoEntry() throws Exception {
        network.holdRequests();
        Attempt asked = here.acquire(request(key, 60_000));
        await().until(() -> network.held() > 0);
        asked.abandon();
        // An answer is waited for for a third of the TTL. Then the command is taken back on another connection.
        Thread.sleep(TTL.toMillis());

        network.deliver();

        await().until(() -> network.held() == 0);
        await().during(Duration.ofMillis(500))
                .untilAsserted(() -> assertThat(server.left(List.of(key))).isEmpty());
    }

    @Test
    void aGuardThatIsDeletedByHandIsMadeAgain() throws Exception {
        Grant held = granted(here, key);
        server.ask(HttpRequest.delete("/v1/kv/" + server.names().guard(server.sessionOfHolder(key))));

        Grant other = granted(here, key + ":other");

        assertThat(Renewals.isHeld(held.release())).isTrue();
        assertThat(Renewals.isHeld(other.release())).isTrue();
    }

    @Test
    @Shows("Consul does not answer the making of an entry, or its end")
    void aReleaseThatWasNotAnsweredIsDoneWhenTheConnectionIsBack() throws Exception {
        Grant held = granted(here, key);
        network.cut();

        CompletableFuture<?> released = held.release();
        await().atMost(Duration.ofSeconds(10)).until(released::isDone);
        network.hangUp();
        network.deliver();

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(server.left(List.of(key))).isEmpty());
    }

    @Test
    @Shows("a session is ended in Consul by hand")
    @FailsWithout("`ConsulClient#description` asks for a lock-delay of the TTL")
    void aLockWhoseSessionIsEndedByHandIsClosedForAsLongAsItsOwnerMayBelieveInIt() throws Exception {
        Grant held = granted(here, key);
        AtomicLong lost = new AtomicLong();
        held.lost().thenRun(() -> lost.set(System.nanoTime()));
        network.cut();
        server.expireHolder(key);

        Attempt once = there.acquire(request(key, 30_000).once());
        assertThat(once.answer().get(10, SECONDS).isBusy()).isTrue();
        assertThat(once.holder())
                .contains(held.request().owner().jvm().name())
                .contains("its session is over")
                .contains("lock-delay of 6 s");

        Grant next = granted(there, key);

        assertThat(next.sentAt()).isNotZero();
        assertThat(lost).as("told before the next one had it").doesNotHaveValue(0);
        assertThat(server.entries(key)).as("the dead entry is buried").hasSize(1);
    }

    @Test
    @Shows("entries of dead JVMs are left in Consul")
    @FailsWithout("`Dead#bury` deletes an entry only in the step that locks it")
    void entriesOfDeadWaitersAreBuriedByThoseBehindThem() throws Exception {
        Grant held = granted(there, key);
        try (LockStore third = open(server.address())) {
            Attempt dead = here.acquire(request(key, 60_000));
            await().until(dead::isContended);
            Attempt next = third.acquire(request(key, 60_000));
            await().until(() -> server.entries(key).size() == 3);
            network.cut();
            endSessionOf(dead);

            assertThat(Renewals.isHeld(held.release())).isTrue();

            assertThat(next.answer().get(40, SECONDS).grant()).isNotNull();
        }
    }

    private void endSessionOf(Attempt waiter) throws Exception {
        assertThat(waiter.answer()).isNotDone();
        String holder = server.sessionOfHolder(key);
        KvEntry second = server.entries(key).stream()
                .filter(each -> !each.session().equals(holder))
                .min((one, other) -> Long.compare(one.created(), other.created()))
                .orElseThrow();
        server.ask(HttpRequest.put("/v1/session/destroy/" + second.session(), ""));
    }

    @Test
    @Shows("no agent of Consul is there")
    void aServerThatIsDownAtTheStartIsUnavailableAndToldByItsAddress() throws Exception {
        TcpProxy nowhere = new TcpProxy(server.port());
        nowhere.close();
        try (LockStore alone = open(ConsulServer.through(nowhere))) {
            Answer answer = alone.acquire(request(key, 500)).answer().get(10, SECONDS);

            assertThat(answer.cause()).hasMessageContaining(ConsulServer.through(nowhere));
            assertThat(alone.load()).failsWithin(Duration.ofSeconds(10));
        }
    }

    static Request request(String key, long waitMillis) {
        return request(LockKind.EXCLUSIVE, key, waitMillis);
    }

    static Request request(LockKind kind, String key, long waitMillis) {
        long deadline = System.nanoTime() + MILLISECONDS.toNanos(waitMillis);
        List<String> keys = Collections.singletonList(key);
        return Requests.of(kind, 1, keys, OWNERS.incrementAndGet(), 60_000, deadline);
    }

    static Grant granted(LockStore store, String key) throws Exception {
        return granted(store, request(key, 30_000));
    }

    static Grant granted(LockStore store, Request request) throws Exception {
        return Answers.granted(store.acquire(request).answer().get(40, SECONDS));
    }
}
