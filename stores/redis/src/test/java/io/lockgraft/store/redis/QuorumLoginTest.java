package io.lockgraft.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.settings.TlsSettings;
import io.lockgraft.store.compound.MajorityStore;
import io.lockgraft.store.redis.settings.RedisSettings;
import io.lockgraft.store.redis.settings.Topology;
import io.lockgraft.testing.NewThreads;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.WrittenLog;
import io.lockgraft.testing.server.Certificate;
import io.lockgraft.testing.server.Leftovers;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.TestContext;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** How a quorum comes to its servers, and what becomes of its first calls where one of them does not let it in. */
@Timeout(120)
@Shows("a member refuses the password, or has a certificate that is not trusted")
final class QuorumLoginTest {
    private static final String PASSWORD = "s3cret";

    @TempDir
    Path folder;

    private final List<RedisServer> servers = new ArrayList<>();

    @RegisterExtension
    private final NewThreads threads = new NewThreads();

    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    private LockStore quorum;

    @AfterEach
    void close() {
        try {
            servers.forEach(RedisServer::resume);
            Leftovers.awaitNone(servers);
        } finally {
            servers.forEach(RedisServer::close);
            servers.clear();
            quorum.close();
        }
    }

    private void withPasswords(String... passwords) {
        for (String password : passwords) {
            servers.add(RedisServer.start("--requirepass", password).password(password));
        }
        quorum = of(PASSWORD, null);
    }

    private LockStore of(String password, TlsSettings tls) {
        List<LockStore> backends = new ArrayList<>();
        for (RedisServer server : servers) {
            String address = (tls == null ? "redis" : "rediss") + "://127.0.0.1:" + server.port();
            backends.add(new RedisStore(
                    new TestContext(),
                    RedisSettings.of(Topology.single(address))
                            .password(password)
                            .tls(tls)
                            .timeout(Duration.ofSeconds(1))
                            .build()));
        }
        return new MajorityStore(new TestContext(), backends, "server ", " of redis.quorum");
    }

    private Answer acquire(String key, long wait) throws Exception {
        return quorum.acquire(Locks.request(key, wait)).answer().get(60, TimeUnit.SECONDS);
    }

    private Grant granted(String key, long wait) throws Exception {
        Answer answer = acquire(key, wait);
        assertThat(answer.grant()).as("granted; %s", answer.cause()).isNotNull();
        return answer.grant();
    }

    private long holding(String key) {
        return servers.stream()
                .filter(server -> (Long) server.command("EXISTS", key) == 1)
                .count();
    }

    @Test
    void aPasswordGoesToAllServers() throws Exception {
        withPasswords(PASSWORD, PASSWORD, PASSWORD);

        Grant grant = granted("k", 20_000);

        await().until(() -> holding("k") == 3);
        assertThat(Renewals.isHeld(grant.release())).isTrue();
        await().until(() -> holding("k") == 0);
    }

    @Test
    void oneServerThatRefusesThePasswordIsDoneWithoutAndToldOf() throws Exception {
        withPasswords("another", PASSWORD, PASSWORD);

        Grant grant = granted("k", 20_000);
        await().until(() -> holding("k") == 2);
        assertThat(acquire("k", 2_000).isBusy()).isTrue();
        assertThat(Renewals.isHeld(grant.release())).isTrue();
        for (int i = 0; i < 20; i++) {
            assertThat(Renewals.isHeld(granted("k" + i, 5_000).release())).isTrue();
        }
        assertThat(log.toString())
                .containsOnlyOnce("server 1 of redis.quorum has no say in locks, and the others decide without it")
                .contains("WRONGPASS")
                .doesNotContain(PASSWORD);

        servers.get(0).command("CONFIG", "SET", "requirepass", PASSWORD);
        servers.get(0).password(PASSWORD);
        await("the server has a vote again").atMost(Duration.ofSeconds(30)).until(() -> {
            Grant next = granted("again", 5_000);
            boolean all = false;
            long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(100);
            while (!all && System.nanoTime() - until < 0) {
                all = holding("again") == 3;
            }
            next.release().get(10, TimeUnit.SECONDS);
            return all;
        });
    }

    @Test
    void twoServersThatRefuseThePasswordAreToldOfAtOnce() throws Exception {
        withPasswords("another", "another", PASSWORD);
        acquire("warm", 20_000);

        long begun = System.nanoTime();
        Answer answer = acquire("k", 60_000);

        assertThat(answer.cause()).hasMessageContaining("WRONGPASS").hasMessageNotContaining(PASSWORD);
        assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun)).isLessThan(10);
        await().atMost(Duration.ofSeconds(10))
                .until(() -> Leftovers.keys(servers.get(2)).isEmpty());
    }

    @Test
    void encryptedConnectionsAreUsedToAllServers() throws Exception {
        Certificate certificate = encrypted(3);
        quorum = of(null, trusting(certificate));

        Grant grant = granted("k", 20_000);

        assertThat(acquire("k", 2_000).isBusy()).isTrue();
        assertThat(Renewals.isHeld(grant.release())).isTrue();
        assertThat(Renewals.isHeld(granted("k", 20_000).release())).isTrue();
    }

    @Test
    void oneServerWhoseCertificateNobodyTrustsIsDoneWithoutAndToldOf() throws Exception {
        Certificate certificate = encrypted(2);
        servers.add(0, start(Certificate.make(Files.createDirectory(folder.resolve("another")))));
        quorum = of(null, trusting(certificate));

        assertThat(Renewals.isHeld(granted("k", 20_000).release())).isTrue();
        await().untilAsserted(() -> assertThat(log.toString())
                .contains("server 1 of redis.quorum has no say in locks")
                .contains("PKIX path"));
    }

    @Test
    void oneServerThatIsFrozenIsToldOf() throws Exception {
        withPasswords(PASSWORD, PASSWORD, PASSWORD);
        granted("k", 20_000).release().get(10, TimeUnit.SECONDS);

        servers.get(1).freeze();

        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            granted("k", 5_000).release().get(10, TimeUnit.SECONDS);
            assertThat(log.toString()).contains("server 2 of redis.quorum has no say in locks");
        });
        assertThat(log.toString()).doesNotContain("server 1 of", "server 3 of");
    }

    @Test
    void mostServersWhoseCertificateNobodyTrustsAreToldOfAtOnce() throws Exception {
        encrypted(3);
        quorum = of(null, trusting(Certificate.make(Files.createDirectory(folder.resolve("another")))));

        long begun = System.nanoTime();
        Answer answer = acquire("k", 60_000);

        assertThat(answer.cause()).hasMessageContaining("PKIX path");
        assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun)).isLessThan(20);
    }

    @Test
    void theFirstCallDoesNotWaitForAServerThatIsFrozen() throws Exception {
        for (int frozen = 0; frozen < 3; frozen++) {
            for (int i = 0; i < 3; i++) {
                servers.add(RedisServer.start());
            }
            servers.get(frozen).freeze();
            quorum = of(null, null);

            long begun = System.nanoTime();
            Grant grant = granted("k", 10_000);
            long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
            System.out.printf("first call on a quorum whose server %d is frozen: %d ms%n", frozen, took);

            assertThat(took).as("the loading of the client, and no more").isLessThan(9_000);
            assertThat(Renewals.isHeld(grant.release())).isTrue();
            close();
        }
    }

    @Test
    void theFirstCallIsUnavailableInTimeWhereMostAreFrozen() throws Exception {
        for (int i = 0; i < 3; i++) {
            servers.add(RedisServer.start());
        }
        servers.get(0).freeze();
        servers.get(2).freeze();
        quorum = of(null, null);

        long begun = System.nanoTime();
        Answer answer = acquire("k", 300);
        long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
        System.out.printf("first call on a quorum of whose servers two are frozen: %d ms%n", took);

        assertThat(answer.cause()).isNotNull();
        assertThat(took).isLessThan(300 + 2_000);
        servers.get(0).resume();
        servers.get(2).resume();
        assertThat(Renewals.isHeld(granted("k", 30_000).release())).isTrue();
    }

    private Certificate encrypted(int count) throws Exception {
        Certificate certificate = Certificate.make(folder);
        for (int i = 0; i < count; i++) {
            servers.add(start(certificate));
        }
        return certificate;
    }

    private static RedisServer start(Certificate certificate) {
        return RedisServer.startEncrypted(
                "--tls-cert-file", certificate.certificate(),
                "--tls-key-file", certificate.privateKey(),
                "--tls-ca-cert-file", certificate.certificate(),
                "--tls-auth-clients", "no");
    }

    private static TlsSettings trusting(Certificate certificate) {
        return new TlsSettings(new File(certificate.trustStore()), Certificate.PASSWORD, null, null, true);
    }
}
