package io.lockgraft.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.settings.TlsSettings;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.server.Certificate;
import io.lockgraft.testing.server.Ports;
import io.lockgraft.testing.store.Probes;
import io.lockgraft.testing.store.TestContext;
import java.io.File;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An etcd that cannot be used: {@code check --connect} is told why, and what to do. */
@Timeout(90)
final class EtcdProbeTest {
    @TempDir
    static Path folder;

    private static TlsSettings trusting;
    private static EtcdServer server;
    private static EtcdServer encrypted;

    @BeforeAll
    static void start() throws Exception {
        server = new EtcdServer();
        AuthenticationTest.turnOn(server);
        Certificate made = Certificate.make(folder);
        trusting = new TlsSettings(new File(made.trustStore()), Certificate.PASSWORD, null, null, true);
        encrypted = new EtcdServer(trusting, "--cert-file=" + made.certificate(), "--key-file=" + made.privateKey());
    }

    @AfterAll
    static void stop() throws Exception {
        if (encrypted != null) {
            encrypted.close();
        }
        if (server != null) {
            server.close();
        }
    }

    private static EtcdStore store(String user, String password, TlsSettings tls, String address) {
        return new EtcdStore(new TestContext(), EtcdServer.settingsAs(user, password, tls, address));
    }

    private enum Fault {
        WRONG_PASSWORD("correct etcd.username and etcd.password") {
            @Override
            EtcdStore store() {
                return EtcdProbeTest.store("locks", "wrong", null, server.address());
            }
        },
        NO_USER("has authentication turned on; set etcd.username and etcd.password") {
            @Override
            EtcdStore store() {
                return EtcdProbeTest.store(null, null, null, server.address());
            }
        },
        MISSING_RIGHT("grant it: etcdctl role grant-permission ROLE --prefix=true readwrite lockgraft/") {
            @Override
            EtcdStore store() {
                return EtcdProbeTest.store("stranger", "stranger-pw", null, server.address());
            }
        },
        UNTRUSTED_CERTIFICATE("Else look at the certificates in tls") {
            @Override
            EtcdStore store() {
                return EtcdProbeTest.store(null, null, null, encrypted.address());
            }
        },
        TLS_WITH_A_PLAIN_PORT("TLS: is this an address of http://, not https://?") {
            @Override
            EtcdStore store() {
                return EtcdProbeTest.store(null, null, trusting, "https://127.0.0.1:" + server.port());
            }
        },
        NO_TLS_WITH_AN_ENCRYPTED_PORT("if it speaks TLS alone, write its address with https://") {
            @Override
            EtcdStore store() {
                return EtcdProbeTest.store(null, null, null, "http://127.0.0.1:" + encrypted.port());
            }
        },
        NO_SERVER("Connection refused") {
            @Override
            EtcdStore store() {
                return EtcdProbeTest.store(null, null, null, "http://127.0.0.1:" + Ports.free());
            }
        };

        private final String told;

        Fault(String told) {
            this.told = told;
        }

        abstract EtcdStore store();
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    @FailsWithout("`Gateway#told` says what to do about what etcd says")
    void isToldWithItsCure(Fault fault) throws Exception {
        assertThat(Probes.said(fault.store())).contains(fault.told);
    }

    @Test
    void aGatewayThatIsTurnedOffIsTold() throws Exception {
        try (EtcdServer off = new EtcdServer("--enable-grpc-gateway=false")) {
            assertThat(Probes.said(store(null, null, null, off.address())))
                    .contains("has its JSON gateway turned off (404); start it with --enable-grpc-gateway=true");
        }
    }

    @Test
    void aVersionThatIsTooOldIsTold() throws Exception {
        try (BetweenServer old = new BetweenServer(
                null,
                (path, body) -> path.equals("/version")
                        ? BetweenServer.Said.json(200, "{\"etcdserver\":\"3.3.27\"}")
                        : new BetweenServer.Said(404, "text/plain", "404 page not found"))) {
            assertThat(Probes.said(store(null, null, null, old.address())))
                    .endsWith("is 3.3.27; locks need 3.4 or later");
        }
    }
}
