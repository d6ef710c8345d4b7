package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.acquire;
import static io.lockgraft.store.redis.Locks.file;
import static io.lockgraft.store.redis.Locks.grant;
import static io.lockgraft.store.redis.Locks.loaded;
import static io.lockgraft.store.redis.Locks.release;
import static io.lockgraft.store.redis.Locks.settings;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Jvm;
import io.lockgraft.spi.settings.TlsSettings;
import io.lockgraft.store.redis.connect.ClientConfig;
import io.lockgraft.store.redis.settings.RedisSettings;
import io.lockgraft.store.redis.settings.Topology;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.NewThreads;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.Certificate;
import io.lockgraft.testing.server.Leftovers;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.store.TestContext;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.redisson.config.Config;
import org.redisson.config.SingleServerConfig;

/** Every way to say where the server is. */
@Timeout(120)
final class RedisSettingsTest {
    @TempDir
    Path folder;

    @RegisterExtension
    private final NewThreads threads = new NewThreads();

    private final List<RedisServer> servers = new ArrayList<>();
    private final List<RedisStore> backends = new ArrayList<>();

    @AfterEach
    void close() {
        try {
            servers.forEach(RedisServer::resume);
            Leftovers.awaitNone(servers);
        } finally {
            backends.forEach(RedisStore::close);
            servers.forEach(RedisServer::close);
        }
    }

    @Test
    void userPasswordAndDatabaseAreUsed() {
        RedisServer server = added(RedisServer.start());
        server.command("ACL", "SETUSER", "shop", "on", ">secret", "~shop:*", "&redisson_lock__channel:*", "+@all");
        RedisStore backend = open(settings(server.address(), "shop", "secret", 3, Duration.ofSeconds(2)));
        Grant held = grant(backend, "shop:k", 10_000);
        assertThat(acquire(backend, "shop:k", 1_500).isBusy()).isTrue();
        assertThat(server.keys("*")).isEmpty();
        try (var client = server.connect()) {
            client.command("SELECT", "3");
            assertThat((Long) client.command("EXISTS", "shop:k")).isEqualTo(1);
            assertThat(release(held)).isTrue();
            assertThat((List<?>) client.command("KEYS", "*"))
                    .allMatch(key -> key.toString().contains(":lockgraft#abandoned:"));
        }
    }

    @Test
    void anEncryptedConnectionIsUsedWhereTheCertificateIsTrusted() throws Exception {
        Certificate certificate = Certificate.make(folder);
        RedisServer server = encrypted(certificate);
        String before = System.getProperty("javax.net.ssl.trustStore");
        System.setProperty("javax.net.ssl.trustStore", certificate.trustStore());
        System.setProperty("javax.net.ssl.trustStorePassword", Certificate.PASSWORD);
        try {
            release(grant(open(settings(encryptedAddress(server))), "k", 20_000));
        } finally {
            System.clearProperty("javax.net.ssl.trustStorePassword");
            if (before == null) {
                System.clearProperty("javax.net.ssl.trustStore");
            } else {
                System.setProperty("javax.net.ssl.trustStore", before);
            }
        }
    }

    @Test
    void anEncryptedConnectionIsUsedWhereTheSettingsTrustTheCertificate() throws Exception {
        Certificate certificate = Certificate.make(folder);
        release(grant(trusting(encrypted(certificate), certificate, null, true), "k", 20_000));
    }

    @Test
    void aCertificateThatNobodyTrustsIsSaidAtOnce() throws Exception {
        RedisStore backend = open(settings(encryptedAddress(encrypted(Certificate.make(folder)))));
        Throwable cause = acquire(backend, "k", 60_000).cause();
        assertThat(cause).hasMessageContaining("PKIX path building failed");
    }

    /** Each call begins another connection. A call that ends before that has failed tells what the last one found. */
    @Test
    void aCertificateThatNobodyTrustsIsSaidAlsoWhileTheNextConnectionIsMade() throws Exception {
        RedisServer server = encrypted(Certificate.make(folder));
        RedisStore backend = open(settings(encryptedAddress(server)));
        acquire(backend, "k", 60_000);
        server.freeze();
        Thread.sleep(200); // until then no other connection is begun

        Throwable cause = acquire(backend, "k", 300).cause();
        assertThat(cause).hasMessageContaining("PKIX path building failed");
    }

    @Test
    @Shows("a certificate that is not trusted, or for another host")
    void aCertificateForAnotherHostIsRefusedAtOnce() throws Exception {
        Certificate certificate = Certificate.makeFor("redis.example", folder);
        RedisStore backend = trusting(encrypted(certificate), certificate, null, true);
        Throwable cause = acquire(backend, "k", 60_000).cause();
        assertThat(cause).hasMessageContaining("No subject alternative names matching IP address 127.0.0.1 found");
    }

    @Test
    void aCertificateForAnotherHostIsTakenWhereTheSettingsSaySo() throws Exception {
        Certificate certificate = Certificate.makeFor("redis.example", folder);
        release(grant(trusting(encrypted(certificate), certificate, null, false), "k", 20_000));
    }

    @Test
    void aCertificateThatNobodyTrustsIsRefusedAlsoWhereItsHostDoesNotMatter() throws Exception {
        Certificate certificate = Certificate.make(Files.createDirectory(folder.resolve("server")));
        Certificate other = Certificate.make(Files.createDirectory(folder.resolve("other")));
        RedisStore backend = trusting(encrypted(certificate), other, null, false);
        assertThat(acquire(backend, "k", 60_000).cause()).hasMessageContaining("PKIX path");
    }

    @Test
    void aServerThatWantsACertificateGetsThatOfTheSettings() throws Exception {
        Certificate certificate = Certificate.make(folder);
        RedisServer server = encrypted(certificate, "yes");
        release(grant(trusting(server, certificate, certificate.keyStore(), true), "k", 20_000));
    }

    /** By an alert, or by closing the connection: the network may lose the alert. */
    @Test
    void aServerThatWantsACertificateAndGetsNoneIsToldOfAsSuch() throws Exception {
        Certificate certificate = Certificate.make(folder);
        RedisStore backend = loaded(trusting(encrypted(certificate, "yes"), certificate, null, true));
        for (int i = 0; i < 10; i++) {
            assertThat(acquire(backend, "k", 300).cause()).hasMessageContaining("certificate");
        }
    }

    @Test
    @FailsWithout("`KeyStores` opens a trust store before Redisson does, and tells why it does not open")
    void aTrustStoreWithAnotherPasswordIsSaidAtOnceWithoutThePassword() throws Exception {
        Certificate certificate = Certificate.make(folder);
        RedisStore backend = open(RedisSettings.of(Topology.single(encryptedAddress(encrypted(certificate))))
                .tls(new TlsSettings(new File(certificate.trustStore()), "wr0ng", null, null, true))
                .build());

        Answer answer = acquire(backend, "k", 60_000);

        assertThat(answer.isRefused()).isTrue();
        assertThat(answer.cause())
                .hasMessageContaining("the trust store " + certificate.trustStore() + " cannot be opened: ")
                .hasMessageContaining("password was incorrect")
                .message()
                .doesNotContain("wr0ng");
    }

    @Test
    void anEncryptedConnectionToAPlainPortIsToldOfAsSuch() {
        try (RedisServer plain = RedisServer.start()) {
            RedisStore backend = loaded(open(settings("rediss://127.0.0.1:" + plain.port())));

            assertThat(acquire(backend, "k", 300).cause())
                    .hasMessageStartingWith(
                            "there is no connection yet: 127.0.0.1:" + plain.port() + " has taken it and not"
                                    + " answered the TLS handshake; perhaps it speaks no TLS (redis:// instead "
                                    + "of rediss://)");
        }
    }

    /** As one that is being replaced, behind something that takes connections for it. */
    @Test
    @FailsWithout("`RejectedConnection` ends the making of a connection that the server has ended, and says why")
    @Shows("a server, or what stands in front of it, takes connections and drops them")
    void aServerThatTakesConnectionsAndDropsThemIsToldOfAsSuch() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread dropping = new Thread(() -> drop(server));
            dropping.start();
            try (RedisStore backend =
                    loaded(new RedisStore(new TestContext(), settings("redis://127.0.0.1:" + server.getLocalPort())))) {
                assertThat(acquire(backend, "k", 500).cause())
                        .hasMessageContaining(" closed the connection before it was made");
            }
            server.close();
            dropping.join();
        }
    }

    private static void drop(ServerSocket server) {
        try {
            while (true) {
                server.accept().close();
            }
        } catch (IOException closed) {
            // over
        }
    }

    private RedisStore trusting(RedisServer server, Certificate certificate, String keystore, boolean verifyHostname) {
        TlsSettings tls = new TlsSettings(
                new File(certificate.trustStore()),
                Certificate.PASSWORD,
                keystore == null ? null : new File(keystore),
                keystore == null ? null : Certificate.PASSWORD,
                verifyHostname);
        return open(RedisSettings.of(Topology.single(encryptedAddress(server)))
                .tls(tls)
                .build());
    }

    @Test
    void aWholeRedissonFileIsTakenWithItsTrustStore() throws Exception {
        Certificate certificate = Certificate.make(folder);
        RedisServer server = encrypted(certificate);
        Path yaml = folder.resolve("redisson.yaml");
        Files.writeString(
                yaml,
                "singleServerConfig:\n"
                        + "  address: \"" + encryptedAddress(server) + "\"\n"
                        + "  clientName: payments\n"
                        + "sslTruststore: \""
                        + Path.of(certificate.trustStore()).toUri() + "\"\n"
                        + "sslTruststorePassword: " + Certificate.PASSWORD + "\n");
        release(grant(open(file(yaml.toString())), "k", 20_000));
    }

    @Test
    void aRedissonFileKeepsWhatItSaysAndIsTrimmedWhereItSaysNothing() throws Exception {
        Path yaml = folder.resolve("redisson.yaml");
        Files.writeString(
                yaml,
                "singleServerConfig:\n  address: \"redis://127.0.0.1:1\"\n  timeout: 777\n  connectionPoolSize: 20\n"
                        + "nettyThreads: 5\n");

        Jvm jvm = new Jvm("shop-7f9c", "812", "orders.jar", "4f");
        Config config = ClientConfig.of(file(yaml.toString()), new TestContext(jvm));

        SingleServerConfig server = config.useSingleServer();
        assertThat(server.getTimeout()).isEqualTo(777);
        assertThat(server.getConnectionPoolSize()).isEqualTo(20);
        assertThat(config.getNettyThreads()).isEqualTo(5);
        assertThat(server.getConnectionMinimumIdleSize()).isEqualTo(1);
        assertThat(server.getClientName()).isEqualTo("lockgraft:shop-7f9c:812");
        assertThat(ClientConfig.of(file(yaml.toString()), new TestContext(jvm.unnamed()))
                        .useSingleServer()
                        .getClientName())
                .isEqualTo("lockgraft");
        assertThat(server.getRetryAttempts()).isZero();
        assertThat(config.isUseThreadClassLoader()).isFalse();
    }

    @Test
    void aRedissonFileThatIsMissingOrWrongIsSaidAtOnce() throws Exception {
        try (RedisStore missing = new RedisStore(
                new TestContext(), file(folder.resolve("none.yaml").toString()))) {
            assertThat(acquire(missing, "k", 60_000).cause()).hasMessageContaining("none.yaml");
        }
        Path yaml = folder.resolve("wrong.yaml");
        Files.writeString(yaml, "singleServerConfig:\n  adress: \"redis://127.0.0.1:1\"\n");
        try (RedisStore wrong = new RedisStore(new TestContext(), file(yaml.toString()))) {
            assertThat(acquire(wrong, "k", 60_000).cause())
                    .hasMessageContaining(
                            yaml + ":2:3: singleServerConfig: unknown setting 'adress'; did you mean 'address'?");
        }
    }

    /** The first is what the form tells, the second what only Redisson finds. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            pasword: s3cret                                             | :3:3: singleServerConfig: unknown setting
            password: "s3cret                                           | :3:13: this is not YAML
            retryDelay: !<org.redisson.config.ConstantDelay> {delay: s3cret} | Redisson cannot make anything of this
            """, quoteCharacter = '\0')
    @FailsWithout("`FormReader` and `ClientConfig#read` tell names and places of a Redisson file, and no value")
    void noValueOfARedissonFileIsTold(String line, String told) throws Exception {
        Path yaml = folder.resolve("wrong.yaml");
        Files.writeString(yaml, "singleServerConfig:\n  address: \"redis://127.0.0.1:1\"\n  " + line + "\n");
        try (RedisStore wrong = new RedisStore(new TestContext(), file(yaml.toString()))) {
            Throwable cause = acquire(wrong, "k", 60_000).cause();

            StringWriter all = new StringWriter();
            cause.printStackTrace(new PrintWriter(all));
            assertThat(all.toString()).contains(told).doesNotContain("s3cret");
        }
    }

    @Test
    void aFrozenServerThatWantsEncryptionIsNotWaitedForInTheFirstCallEither() throws Exception {
        RedisServer server = encrypted(Certificate.make(folder));
        RedisStore backend = open(settings(encryptedAddress(server)));
        server.freeze();

        unavailableInTime(backend);
    }

    @Test
    void aFrozenServerOfARedissonFileIsNotWaitedForInTheFirstCallEither() throws Exception {
        RedisServer server = added(RedisServer.start());
        Path yaml = folder.resolve("redisson.yaml");
        Files.writeString(yaml, "singleServerConfig:\n  address: \"" + server.address() + "\"\n");
        RedisStore backend = open(file(yaml.toString()));
        server.freeze();

        unavailableInTime(backend);
    }

    /** The time that a server which answers would be given for the client's loading is 5 s. */
    private static void unavailableInTime(RedisStore backend) {
        long begun = System.nanoTime();
        assertThat(acquire(backend, "k", 0).cause()).isNotNull();
        assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun))
                .as("milliseconds of the first call, with wait 0")
                .isLessThan(4_500);
    }

    private RedisServer encrypted(Certificate certificate) {
        return encrypted(certificate, "no");
    }

    private RedisServer encrypted(Certificate certificate, String clientsToo) {
        return added(RedisServer.startEncrypted(
                "--tls-cert-file", certificate.certificate(),
                "--tls-key-file", certificate.privateKey(),
                "--tls-ca-cert-file", certificate.certificate(),
                "--tls-auth-clients", clientsToo));
    }

    private static String encryptedAddress(RedisServer server) {
        return "rediss://127.0.0.1:" + server.port();
    }

    private RedisServer added(RedisServer server) {
        servers.add(server);
        return server;
    }

    private RedisStore open(RedisSettings settings) {
        RedisStore backend = new RedisStore(new TestContext(), settings);
        backends.add(backend);
        return backend;
    }
}
