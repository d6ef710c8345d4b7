package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockgraft.spi.settings.TlsSettings;
import io.lockgraft.store.redis.settings.RedisSettings;
import io.lockgraft.store.redis.settings.Topology;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.server.Certificate;
import io.lockgraft.testing.server.Ports;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.store.Probes;
import io.lockgraft.testing.store.TestContext;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A Redis that cannot be used: {@code check --connect} is told why, and what to do. */
@Timeout(120)
@FailsWithout("`Cure#told` says what to do about what the server says")
final class RedisProbeTest {
    @TempDir
    static Path folder;

    private static Certificate certificate;
    private static RedisServer server;
    private static RedisServer encrypted;

    @BeforeAll
    static void start() throws Exception {
        certificate = Certificate.make(folder);
        server = RedisServer.start();
        server.command("ACL", "SETUSER", "shop", "on", ">secret", "~*", "&*", "+@all");
        server.command("ACL", "SETUSER", "few", "on", ">secret", "~*", "&*", "+@all", "-hset");
        server.command("CONFIG", "SET", "requirepass", "secret");
        encrypted = RedisServer.startEncrypted(
                "--tls-cert-file", certificate.certificate(),
                "--tls-key-file", certificate.privateKey(),
                "--tls-ca-cert-file", certificate.certificate(),
                "--tls-auth-clients", "no");
    }

    @AfterAll
    static void stop() {
        encrypted.close();
        server.close();
    }

    private static RedisSettings as(String user, String password) {
        return settings(server.address(), user, password, 0, Duration.ofSeconds(2));
    }

    private static String encryptedAddress(RedisServer of) {
        return "rediss://127.0.0.1:" + of.port();
    }

    private static RedisSettings trusting(Certificate trusted, String address) {
        TlsSettings tls = new TlsSettings(new File(trusted.trustStore()), Certificate.PASSWORD, null, null, true);
        return RedisSettings.of(Topology.single(address)).tls(tls).build();
    }

    private enum Fault {
        WRONG_PASSWORD("correct redis.username and redis.password") {
            @Override
            RedisSettings settings() {
                return as("shop", "wrong");
            }
        },
        NO_PASSWORD("correct redis.username and redis.password") {
            @Override
            RedisSettings settings() {
                return as(null, null);
            }
        },
        MISSING_RIGHT("give this user the rights of docs/stores/redis.md") {
            @Override
            RedisSettings settings() {
                return as("few", "secret");
            }
        },
        UNTRUSTED_CERTIFICATE("look at the certificates in redis.tls") {
            @Override
            RedisSettings settings() throws Exception {
                Certificate other = Certificate.make(Files.createDirectory(folder.resolve("other")));
                return trusting(other, encryptedAddress(encrypted));
            }
        },
        TLS_WITH_A_PLAIN_PORT("perhaps it speaks no TLS (redis:// instead of rediss://)") {
            @Override
            RedisSettings settings() {
                return trusting(certificate, encryptedAddress(server));
            }
        },
        NO_SERVER("Connection refused") {
            @Override
            RedisSettings settings() throws Exception {
                return Locks.settings("redis://127.0.0.1:" + Ports.free());
            }
        };

        private final String told;

        Fault(String told) {
            this.told = told;
        }

        abstract RedisSettings settings() throws Exception;
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void isToldWithItsCure(Fault fault) throws Exception {
        assertThat(Probes.said(new RedisStore(new TestContext(), fault.settings())))
                .contains(fault.told);
    }

    @Test
    void aPlainAddressOfATlsPortIsToldWithBoth() throws Exception {
        assertThat(Probes.said(new RedisStore(new TestContext(), settings("redis://127.0.0.1:" + encrypted.port()))))
                .doesNotStartWith("usable")
                .contains("127.0.0.1");
    }

    @Test
    void aRedisThatIsTooOldIsRefused() {
        assertThatThrownBy(() -> RedisProbe.version(Map.of("redis_version", "4.0.14")))
                .hasMessageContaining("Redis 4.0.14 is too old; locks need Redis 5 or newer");
        assertThat(RedisProbe.version(Map.of("redis_version", "5.0.7"))).isEqualTo("Redis 5.0.7");
        assertThat(RedisProbe.version(Map.of("redis_version", "7.2.4", "valkey_version", "8.1.1")))
                .isEqualTo("Valkey 8.1.1");
    }
}
