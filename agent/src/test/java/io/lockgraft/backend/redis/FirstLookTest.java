package io.lockgraft.backend.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.Certificate;
import io.lockgraft.testing.RedisServer;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class FirstLookTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final FirstLook look = new FirstLook();

    @Test
    void aServerThatAnswersIsGivenTimeForTheLoading() {
        try (RedisServer server = RedisServer.start()) {
            look.ask(server.address());
        }
        assertThat(look.patience(0)).isGreaterThan(SECOND);
    }

    @Test
    void aServerThatWantsAPasswordIsThereToo() {
        try (RedisServer server = RedisServer.start("--requirepass", "secret").password("secret")) {
            look.ask(server.address());
        }
        assertThat(look.patience(0)).isGreaterThan(SECOND);
    }

    @Test
    void aServerThatWantsEncryptionAnswersTheBeginningOfAHandshake(@TempDir Path folder) throws Exception {
        Certificate certificate = Certificate.make(folder);
        FirstLook fresh = new FirstLook(); // what it takes to make a certificate is none of the client's time
        try (RedisServer server = RedisServer.startEncrypted(
                "--tls-cert-file", certificate.certificate(),
                "--tls-key-file", certificate.privateKey(),
                "--tls-auth-clients", "no")) {
            fresh.ask("rediss://127.0.0.1:" + server.port());
        }
        assertThat(fresh.trouble()).isNull();
        assertThat(fresh.patience(0)).as("what is left of some seconds").isPositive();
    }

    @Test
    void aServerThatIsNotThereIsGivenNoTimeAndItsTroubleIsKnown() {
        look.ask(RedisServer.absent().address());

        assertThat(look.patience(0)).isNotPositive();
        assertThat(look.trouble()).hasMessageContaining("Unable to connect to Redis server: 127.0.0.1:");
    }

    @Test
    void aFrozenServerIsGivenNoTimeUntilItThaws() {
        try (RedisServer server = RedisServer.start()) {
            server.freeze();
            Thread asking = new Thread(() -> look.ask(server.address()));
            asking.start();
            Awaitility.await().until(() -> look.patience(0) <= 0);
            assertThat(look.trouble()).isNull();

            server.resume();
            Awaitility.await().until(() -> look.patience(0) > SECOND);
        }
    }
}
