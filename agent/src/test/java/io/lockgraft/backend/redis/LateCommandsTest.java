package io.lockgraft.backend.redis;

import static io.lockgraft.backend.redis.Locks.acquire;
import static io.lockgraft.backend.redis.Locks.grant;
import static io.lockgraft.backend.redis.Locks.release;
import static io.lockgraft.backend.redis.Locks.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.backend.Grant;
import io.lockgraft.testing.RedisServer;
import io.lockgraft.testing.TcpProxy;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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

    private void staysFree(String key) {
        await().until(() -> network.held() == 0);
        await().during(Duration.ofMillis(500))
                .untilAsserted(() -> assertThat(server.keys(key)).isEmpty());
    }
}
