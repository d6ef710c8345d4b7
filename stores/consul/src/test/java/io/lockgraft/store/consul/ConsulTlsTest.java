package io.lockgraft.store.consul;

import static io.lockgraft.store.consul.ConsulSessionTest.request;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.settings.TlsSettings;
import io.lockgraft.store.consul.settings.ConsulSettings;
import io.lockgraft.store.http.HttpEndpoint;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.Certificate;
import io.lockgraft.testing.server.Ports;
import io.lockgraft.testing.store.Probes;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.TestContext;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Encrypted connections to an agent that asks for a certificate itself. */
@Tag("whole")
@EnabledIf("isThere")
@Timeout(60)
final class ConsulTlsTest {
    private static final int PORT = Ports.free();

    @TempDir
    static Path folder;

    private static Certificate certificate;
    private static ConsulServer server;

    static boolean isThere() {
        return ConsulServer.isThere();
    }

    @BeforeAll
    static void start() throws Exception {
        certificate = Certificate.make(folder);
        server = new ConsulServer(
                null,
                "ports { https = " + PORT + " }",
                "cert_file = \"" + certificate.certificate() + "\"",
                "key_file = \"" + certificate.privateKey() + "\"",
                "ca_file = \"" + certificate.certificate() + "\"",
                "verify_incoming_https = true");
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    private static LockStore open(String scheme, TlsSettings tls) {
        HttpEndpoint address = HttpEndpoint.of(scheme + "://127.0.0.1:" + PORT, 0);
        return new ConsulStore(
                new TestContext(),
                new ConsulSettings(address, ConsulSettings.PREFIX, Duration.ofSeconds(10), null, 0, tls));
    }

    private static TlsSettings trusting(boolean shows) {
        return new TlsSettings(
                new File(certificate.trustStore()),
                Certificate.PASSWORD,
                shows ? new File(certificate.keyStore()) : null,
                shows ? Certificate.PASSWORD : null,
                true);
    }

    @Test
    void locksAreTakenAndWaitedForByTls() throws Exception {
        try (LockStore one = open("https", trusting(true));
                LockStore other = open("https", trusting(true))) {
            Answer held = one.acquire(request("tls", 10_000)).answer().get(30, SECONDS);
            assertThat(held.grant()).as("%s", held.cause()).isNotNull();
            Attempt waiting = other.acquire(request("tls", 30_000));
            await().until(waiting::isContended);

            assertThat(Renewals.isHeld(held.grant().release())).isTrue();

            assertThat(waiting.answer().get(10, SECONDS).grant()).isNotNull();
        }
    }

    @Test
    @Shows("Consul's certificate is not trusted, or Consul wants one")
    void aCertificateThatIsNotTrustedOrNotShownIsTold() throws Exception {
        try (LockStore distrustful = open("https", null);
                LockStore nameless = open("https", trusting(false))) {
            for (LockStore each : new LockStore[] {distrustful, nameless}) {
                Answer answer = each.acquire(request("tls", 2_000)).answer().get(30, SECONDS);

                assertThat(answer.grant()).isNull();
                assertThat(answer.cause()).hasMessageContaining("https://127.0.0.1:" + PORT);
            }
            assertThat(Probes.said(distrustful)).contains("Else look at the certificates in tls");
        }
    }

    @Test
    void anAddressThatSaysHttpIsToldToSayHttps() throws Exception {
        try (LockStore plain = open("http", null)) {
            Answer answer = plain.acquire(request("tls", 10_000)).answer().get(30, SECONDS);

            assertThat(answer.isRefused()).as("%s", answer.cause()).isTrue();
            assertThat(answer.cause()).hasMessageContaining("speaks TLS alone: write its address with https://");
        }
    }
}
