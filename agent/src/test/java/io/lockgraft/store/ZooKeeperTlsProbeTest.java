package io.lockgraft.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.rules.read.Reads;
import io.lockgraft.testing.Closing;
import io.lockgraft.testing.ensemble.ZooKeeperServers;
import io.lockgraft.testing.server.Certificate;
import io.lockgraft.testing.store.Probes;
import io.lockgraft.testing.store.TestContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An encrypted connection that ZooKeeper's client cannot make: {@code check --connect} is told where to look. */
@Timeout(120)
final class ZooKeeperTlsProbeTest {
    private static final Closing OPEN = new Closing();

    @TempDir
    private static Path folder;

    private static ZooKeeperServers encrypted;
    private static ZooKeeperServers plain;
    private static Certificate certificate;
    private static Certificate another;

    @BeforeAll
    static void start() throws Exception {
        certificate = Certificate.make(folder);
        another = Certificate.make(Files.createDirectory(folder.resolve("another")));
        encrypted = OPEN.add(ZooKeeperServers.startEncrypted(certificate));
        plain = OPEN.add(ZooKeeperServers.start(1));
    }

    @AfterAll
    static void stop() throws Exception {
        OPEN.close();
    }

    private static String said(ZooKeeperServers server, String tls) throws Exception {
        String rules = "zookeeper: {connect: '" + server.connect() + "'" + tls + "}\n"
                + "rules: [{method: com.shop.PayService.pay(PayDto), key: A}]\n";
        return Probes.said(Reads.with().rules(rules).stores().get("").open(new TestContext()));
    }

    private static String trusting(Certificate trusted) {
        return ", tls: {truststore: '" + trusted.trustStore() + "', truststorePassword: " + Certificate.PASSWORD + "}";
    }

    /** The first handshake of a JVM may take longer than a question has. */
    @Test
    void aTrustedServerIsUsed() {
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(
                        () -> assertThat(said(encrypted, trusting(certificate))).startsWith("usable"));
    }

    @Test
    void aCertificateThatIsNotTrustedIsTold() throws Exception {
        assertThat(said(encrypted, trusting(another)))
                .contains("has answered by TLS; look at its secure port in zookeeper.connect, and at the certificates");
    }

    @Test
    void aServerWithoutTlsIsTold() throws Exception {
        assertThat(said(plain, trusting(certificate)))
                .contains("has answered by TLS; look at its secure port in zookeeper.connect, and at the certificates");
    }

    @Test
    void aClientWithoutTlsIsTold() throws Exception {
        assertThat(said(encrypted, ""))
                .contains("has answered; look at host and port in zookeeper.connect, and whether it wants TLS");
    }
}
