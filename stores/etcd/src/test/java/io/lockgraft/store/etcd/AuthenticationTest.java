package io.lockgraft.store.etcd;

import static io.lockgraft.store.etcd.EtcdServer.map;
import static io.lockgraft.store.etcd.EtcdStoreTest.granted;
import static io.lockgraft.store.etcd.EtcdStoreTest.request;
import static io.lockgraft.store.etcd.LateWritesTest.refusal;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.settings.TlsSettings;
import io.lockgraft.store.etcd.gateway.Txn;
import io.lockgraft.store.etcd.settings.EtcdSettings;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.Certificate;
import io.lockgraft.testing.store.TestContext;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Users, rights, and certificates. */
@Timeout(60)
final class AuthenticationTest {
    private static EtcdSettings as(String user, String password, EtcdServer server) {
        return EtcdServer.settingsAs(user, password, null, server.address());
    }

    /** The users root, locks with the right to the store's keys, and stranger without any. */
    static void turnOn(EtcdServer server) throws Exception {
        for (String user : List.of("root", "locks", "stranger")) {
            server.post("/v3/auth/user/add", map("name", user, "password", user + "-pw"));
            server.post("/v3/auth/role/add", map("name", user));
            server.post("/v3/auth/user/grant", map("user", user, "role", user));
        }
        server.post(
                "/v3/auth/role/grant",
                map(
                        "name",
                        "locks",
                        "perm",
                        map(
                                "permType",
                                "READWRITE",
                                "key",
                                Txn.base64(EtcdSettings.PREFIX),
                                "range_end",
                                Txn.base64(Txn.end(EtcdSettings.PREFIX)))));
        server.post("/v3/auth/enable", map());
    }

    @Test
    @Shows("etcd has forgotten a login, as after a restart")
    @FailsWithout("`Gateway#ask` logs in again where etcd has forgotten the login, and sends the request once more")
    void aLoginThatEtcdHasForgottenIsRefreshedOnce() throws Exception {
        AtomicInteger refused = new AtomicInteger();
        try (EtcdServer server = new EtcdServer();
                BetweenServer between = new BetweenServer(server, (path, body) -> {
                    if (path.equals("/v3/auth/authenticate")) {
                        return BetweenServer.Said.json(200, "{\"token\":\"a.1\"}");
                    }
                    return refused.getAndIncrement() > 0
                            ? null
                            : BetweenServer.Said.json(
                                    401, "{\"code\":16,\"message\":\"etcdserver: invalid auth token\"}");
                });
                LockStore store = new EtcdStore(
                        new TestContext(), EtcdServer.settingsAs("locks", "pw", null, between.address()))) {
            granted(store, request(LockKind.EXCLUSIVE, "key", 0));

            assertThat(between.asked.subList(0, 3))
                    .containsExactly("/v3/kv/txn", "/v3/auth/authenticate", "/v3/kv/txn");
            assertThat(between.asked).containsOnlyOnce("/v3/auth/authenticate");
        }
    }

    @Test
    @Shows({
        "etcd has forgotten a login, as after a restart",
        "etcd is too old, has no gateway, or refuses the user or the right"
    })
    void aUserWithTheRightToThePrefixLocksAndLogsInAgainWhereEtcdHasForgotten() throws Exception {
        try (EtcdServer server = new EtcdServer()) {
            turnOn(server);
            try (LockStore store = new EtcdStore(new TestContext(), as("locks", "locks-pw", server))) {
                Grant grant = granted(store, request(LockKind.FENCED, "key", 0));
                assertThat(store.probe().get(20, SECONDS)).hasSize(2);

                server.kill(); // it keeps its logins in its memory
                server.start();

                Grant next = granted(store, request(LockKind.FENCED, "other", 30_000));
                assertThat(store.renew(List.of(grant)).get(0).get(10, SECONDS).isHeld())
                        .isTrue();
                assertThat(grant.release().get(10, SECONDS).isHeld()).isTrue();
                assertThat(next.release().get(10, SECONDS).isHeld()).isTrue();
            }
            assertThat(refusal(as("locks", "wrong", server)))
                    .isEqualTo("etcd at " + server.address() + " does not know the user 'locks' with this password;"
                            + " correct etcd.username and etcd.password");
            assertThat(refusal(as("stranger", "stranger-pw", server)))
                    .isEqualTo("etcd lets the user 'stranger' not read and write keys that begin with 'lockgraft/';"
                            + " grant it: etcdctl role grant-permission ROLE --prefix=true readwrite lockgraft/");
            assertThat(refusal(as(null, null, server)))
                    .isEqualTo("etcd at " + server.address()
                            + " has authentication turned on; set etcd.username and etcd.password");
        }
    }

    @Test
    void aServerThatEncryptsAndAsksForACertificateIsReached(@TempDir Path folder) throws Exception {
        Certificate made = Certificate.make(folder);
        TlsSettings tls = new TlsSettings(
                new File(made.trustStore()),
                Certificate.PASSWORD,
                new File(made.keyStore()),
                Certificate.PASSWORD,
                true);
        TlsSettings unshown = new TlsSettings(new File(made.trustStore()), Certificate.PASSWORD, null, null, true);
        try (EtcdServer server = new EtcdServer(
                        tls,
                        "--cert-file=" + made.certificate(),
                        "--key-file=" + made.privateKey(),
                        "--trusted-ca-file=" + made.certificate());
                LockStore store =
                        new EtcdStore(new TestContext(), EtcdServer.settingsAs(null, null, tls, server.address()));
                LockStore stranger = new EtcdStore(
                        new TestContext(), EtcdServer.settingsAs(null, null, unshown, server.address()))) {
            Grant grant = granted(store, request(LockKind.FAIR, "key", 0));
            assertThat(grant.release().get(10, SECONDS).isHeld()).isTrue();
            assertThatThrownBy(() -> stranger.load().get(10, SECONDS)).hasMessageContaining(server.address());
        }
    }

    @Test
    void aCertificateThatCannotBeReadIsNamed() {
        assertThatThrownBy(() -> new EtcdStore(
                        new TestContext(),
                        EtcdServer.settingsAs(
                                null,
                                null,
                                new TlsSettings(new File("/none.p12"), null, null, null, true),
                                "https://localhost:2379")))
                .hasMessageStartingWith("the certificates of etcd.tls cannot be read: /none.p12");
    }
}
