package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.answer;
import static io.lockgraft.store.redis.Locks.granted;
import static io.lockgraft.store.redis.Locks.release;
import static io.lockgraft.store.redis.Locks.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Renewal;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.Leftovers;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.server.TcpProxy;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Commands and answers that the network delivers late or never: nothing may stay locked in the name of nobody. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
@Shows("the answer to an acquire does not come")
final class LateCommandsTest {
    private RedisServer server;
    private TcpProxy network;
    private RedisStore backend;

    @BeforeEach
    void start() throws Exception {
        server = RedisServer.start();
        network = new TcpProxy(server.port());
        backend = new RedisStore(new TestContext(), settings(network.address(), null, null, 0, Duration.ofMillis(700)));
        for (int i = 0; i < 3; i++) {
            for (Asked asked : Asked.all().toList()) {
                warm(asked);
            }
        }
        // What removes the holders' texts is still on its way: no test may hold it back.
        Leftovers.awaitNone(server);
    }

    /** The server has its scripts then: what is late is a command, and not only the question for one. */
    private void warm(Asked asked) throws Exception {
        Grant grant = granted(backend.acquire(asked.request("warm " + asked, 30_000)));
        assertThat(Renewals.isHeld(renew(grant))).isTrue();
        assertThat(release(grant)).isTrue();
    }

    @AfterEach
    void stop() {
        backend.close();
        network.close();
        server.close();
    }

    @Asked.Each
    void aLockWhoseGrantNeverArrivedIsGivenBack(Asked asked) {
        network.holdAnswers();

        assertThat(answer(backend.acquire(asked.request("k", 0))).cause())
                .hasMessage("the lock server has not answered");

        await().untilAsserted(() -> assertThat(Leftovers.keys(server)).contains("k"));
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(Leftovers.keys(server)).isEmpty());
        isForTheNext(asked);
    }

    @Asked.Each
    void aLockWhoseGrantNeverArrivedIsTheWaitersByHisNextQuestion(Asked asked) {
        network.holdAnswers();

        Grant grant = granted(backend.acquire(asked.request("k", 60_000)));

        assertThat(release(grant)).isTrue();
        network.deliver();
        isForTheNext(asked);
    }

    @Asked.Each
    void aRequestThatArrivesAfterItWasGivenUpIsRefused(Asked asked) {
        network.holdRequests();
        assertThat(answer(backend.acquire(asked.request("k", 0))).cause())
                .hasMessage("the lock server has not answered");
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(
                        () -> assertThat(server.keys("k:lockgraft#abandoned:*")).hasSize(1));

        network.deliver();

        staysFree();
        isForTheNext(asked);
    }

    @Asked.Each
    @FailsWithout("`acquire.lua` refuses a request that comes after its owner is over, by the tombstone")
    void aRequestThatArrivesAfterItsOwnerCameAndWentIsRefused(Asked asked) {
        network.holdRequests();
        Grant grant = granted(backend.acquire(asked.request("k", 30_000)));
        assertThat(release(grant)).isTrue();

        network.deliver();

        staysFree();
        isForTheNext(asked);
    }

    @Asked.Each
    void aLockThatIsGivenBackIsNoLossThoughItsOwnerCannotBeRemembered(Asked asked) {
        network.holdRequests();
        // By its second request; the first may still arrive.
        Grant grant = granted(backend.acquire(asked.request("k", 30_000)));
        server.command("ACL", "SETUSER", "default", "-set");

        assertThat(release(grant)).isTrue();

        assertThat(server.keys("k*")).isEmpty();
        network.deliver();
        await().until(() -> network.held() == 0);
        server.command("ACL", "SETUSER", "default", "+set");
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(server.keys("k*")).hasSize(1).doesNotContain("k"));
        isForTheNext(asked);
    }

    @Asked.Each
    @Shows("the answer to a release does not come")
    void aReleaseThatDoesNotArriveIsRepeatedAndTakesNothingFromTheNextWhenItDoes(Asked asked) throws Exception {
        Grant grant = granted(backend.acquire(asked.request("k", 10_000)));
        network.holdRequests();

        assertThat(Renewals.cause(grant.release())).isNotNull();

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(Leftovers.keys(server)).isEmpty());
        Grant next = granted(backend.acquire(asked.rival("k", 10_000)));
        network.deliver();
        await().until(() -> network.held() == 0);
        assertThat(Renewals.isHeld(renew(next))).isTrue();
        assertThat(release(next)).isTrue();
        isForTheNext(asked);
    }

    @Asked.Each
    @Shows("the answer to a release does not come")
    void aReleaseWhoseAnswerNeverArrivesHasFreedTheLock(Asked asked) throws Exception {
        Grant grant = granted(backend.acquire(asked.request("k", 10_000)));
        network.holdAnswers();

        CompletableFuture<Renewal> released = grant.release();

        await().untilAsserted(() -> assertThat(Leftovers.keys(server)).isEmpty());
        assertThat(Renewals.cause(released)).isNotNull();
        isForTheNext(asked);
    }

    @Asked.Each
    void aRenewalWhoseAnswerNeverArrivesIsUnknownAndLosesNothing(Asked asked) throws Exception {
        Grant grant = granted(backend.acquire(asked.request("k", 10_000)));
        server.command("PEXPIRE", "k", "60000");
        network.holdAnswers();

        assertThat(renew(grant).get(20, TimeUnit.SECONDS).cause()).isNotNull();

        assertThat((Long) server.command("PTTL", "k")).as("it was renewed").isGreaterThan(60_000);
        await().atMost(Duration.ofSeconds(20)).ignoreExceptions().until(() -> Renewals.isHeld(renew(grant)));
        assertThat(release(grant)).isTrue();
        network.deliver();
        isForTheNext(asked);
    }

    @Asked.Each
    void aRenewalThatArrivesAfterTheReleaseDoesNotCutWhatWasToStay(Asked asked) {
        renewLate(asked, 300_000, 150_000);
    }

    @Asked.Each
    void aRenewalThatArrivesAfterTheReleaseDoesNotStretchWhatWasToEnd(Asked asked) {
        renewLate(asked, 10_000, 0);
    }

    private void renewLate(Asked asked, long stays, long least) {
        Grant grant = granted(backend.acquire(asked.request("k", 10_000)));
        network.holdRequests();
        renew(grant);
        await().until(() -> network.held() > 0);
        // Until it is sent on a connection of which nothing is held back.
        await().atMost(Duration.ofSeconds(20))
                .ignoreExceptions()
                .until(() -> Renewals.isHeld(grant.releaseAfter(stays)));

        network.deliver();

        await().until(() -> network.held() == 0);
        await().during(Duration.ofMillis(300))
                .untilAsserted(() -> assertThat((Long) server.command("PTTL", "k"))
                        .as("what is left of %s ms", stays)
                        .isBetween(least, stays + 1));
    }

    private CompletableFuture<Renewal> renew(Grant grant) {
        return backend.renew(Collections.singletonList(grant)).get(0);
    }

    private void staysFree() {
        await().until(() -> network.held() == 0);
        await().during(Duration.ofMillis(500))
                .untilAsserted(() -> assertThat(Leftovers.keys(server)).isEmpty());
    }

    private void isForTheNext(Asked asked) {
        assertThat(release(granted(backend.acquire(asked.rival("k", 10_000))))).isTrue();
        Leftovers.awaitNone(server);
    }
}
