package io.lockgraft.backend.redis;

import static io.lockgraft.backend.redis.Locks.acquire;
import static io.lockgraft.backend.redis.Locks.grant;
import static io.lockgraft.backend.redis.Locks.release;
import static io.lockgraft.backend.redis.Locks.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.backend.Grant;
import io.lockgraft.rules.LockKind;
import io.lockgraft.testing.RedisServer;
import io.lockgraft.testing.TcpProxy;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Commands and answers that the network delivers late or never: nothing may stay locked in the name of nobody. */
@Timeout(120)
final class LateCommandsTest {
    private RedisServer server;
    private TcpProxy network;
    private RedisBackend backend;

    @BeforeEach
    void start() {
        server = RedisServer.start();
        network = new TcpProxy(server.port());
        backend = new RedisBackend(settings(network.address(), null, null, 0, Duration.ofMillis(700)));
        for (int i = 0; i < 20; i++) {
            release(grant(backend, "warm", 10_000));
        }
    }

    @AfterEach
    void stop() {
        backend.close();
        network.close();
        server.close();
    }

    @Test
    void aLockWhoseGrantNeverArrivedIsGivenBack() {
        network.holdAnswers();

        assertThat(acquire(backend, "k", 0).cause()).hasMessage("the lock server has not answered");

        await().untilAsserted(() -> assertThat(server.keys("k*")).contains("k"));
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(server.keys("k*")).doesNotContain("k"));
        assertThat(grant(backend, "k", 10_000)).isNotNull();
    }

    @Test
    void aRequestThatArrivesAfterItWasGivenUpIsRefused() {
        network.holdRequests();
        assertThat(acquire(backend, "k", 0).cause()).hasMessage("the lock server has not answered");
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(server.keys("k:abandoned:*")).hasSize(1));

        network.deliver();

        staysFree("k");
    }

    @Test
    void aRequestThatArrivesAfterItsOwnerCameAndWentIsRefused() {
        network.holdRequests();
        Grant grant = grant(backend, "k", 30_000);
        assertThat(release(grant)).isTrue();

        network.deliver();

        staysFree("k");
    }

    @Test
    void aLockThatIsGivenBackIsNoLossThoughItsOwnerCannotBeRemembered() {
        network.holdRequests();
        Grant grant = grant(backend, "k", 30_000); // by its second request; the first may still arrive
        server.command("ACL", "SETUSER", "default", "-set");

        assertThat(release(grant)).isTrue();

        assertThat(server.keys("k*")).isEmpty();
        network.deliver();
        await().until(() -> network.held() == 0);
        server.command("ACL", "SETUSER", "default", "+set");
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(server.keys("k*")).hasSize(1).doesNotContain("k"));
    }

    @Test
    void aReleaseWhoseAnswerNeverArrivesIsRepeated() {
        Grant grant = grant(backend, "k", 10_000);
        network.holdRequests();

        assertThat(grant.release()).failsWithin(Duration.ofSeconds(20));

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(server.keys("k*")).doesNotContain("k"));
    }

    @ParameterizedTest
    @EnumSource
    void aRenewalThatArrivesAfterTheReleaseDoesNotCutWhatWasToStay(LockKind kind) throws Exception {
        renewLate(kind, 300_000, 100_000);
    }

    @ParameterizedTest
    @EnumSource
    void aRenewalThatArrivesAfterTheReleaseDoesNotStretchWhatWasToEnd(LockKind kind) throws Exception {
        renewLate(kind, 10_000, 0);
    }

    private void renewLate(LockKind kind, long stays, long least) throws Exception {
        Grant grant = grant(backend, kind, "k", 10_000);
        network.holdRequests();
        backend.renew(Collections.singletonList(grant));
        await().until(() -> network.held() > 0);
        await().untilAsserted(() ->
                assertThat(grant.releaseAfter(stays).get(10, TimeUnit.SECONDS)).isTrue());

        network.deliver();

        await().until(() -> network.held() == 0);
        await().during(Duration.ofMillis(300))
                .untilAsserted(() -> assertThat((Long) server.command("PTTL", "k"))
                        .as("what is left of %s ms", stays)
                        .isBetween(least, stays + 1));
    }

    private void staysFree(String key) {
        await().until(() -> network.held() == 0);
        await().during(Duration.ofMillis(500))
                .untilAsserted(() -> assertThat(server.keys(key)).isEmpty());
    }
}
