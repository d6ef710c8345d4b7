package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.server.Certificate;
import io.lockgraft.testing.server.ZooKeeperServers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The real jar, with its locks in ZooKeeper. */
class ZooKeeperIT {
    private static final int JVMS = 2;
    private static final int THREADS = 4;
    private static final int CALLS = 25;

    /** Of an application with a client of its own, on a server that is not there. */
    private static final String[] OF_THE_APPLICATION = {
        "-Dzookeeper.clientCnxnSocket=org.apache.zookeeper.ClientCnxnSocketNetty",
        "-Dzookeeper.client.secure=true",
        "-Dzookeeper.sasl.client=true",
        "-Dzookeeper.request.timeout=1",
        "-Djute.maxbuffer=16"
    };

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    void jvmsExcludeEachOtherWhateverTheApplicationSetsForItsOwnClient(Jvm jvm) throws Exception {
        try (ZooKeeperServers server = ZooKeeperServers.start(1)) {
            assertThat(count(jvm, "{connect: '" + server.connect() + "'}"))
                    .allMatch(
                            log -> log.contains("lock server ZooKeeper at " + server.connect() + ", under /lockgraft"));
        }
    }

    @Test
    void anEncryptedConnectionNeedsNothingBesideTheJar() throws Exception {
        Certificate certificate = Certificate.make(folder);
        try (ZooKeeperServers server = ZooKeeperServers.startEncrypted(certificate)) {
            String trusting = "{connect: '" + server.connect() + "', tls: {truststore: '" + certificate.trustStore()
                    + "', truststorePassword: " + Certificate.PASSWORD + "}}";

            assertThat(count(Jvms.running(), trusting)).allMatch(log -> log.contains(" by TLS"));
        }
    }

    /** What the JVMs have written to their logs. */
    private static List<String> count(Jvm jvm, String zookeeper) throws Exception {
        String rules = """
                namespace: it
                zookeeper: %s
                defaults: {wait: 60s}
                rules:
                  - {method: com.example.app.Counter.add(String), key: 'K:{p0}'}
                """.formatted(zookeeper);
        List<AppProcess> counting = new ArrayList<>();
        List<String> logs = new ArrayList<>();
        try (WitnessServer witness = new WitnessServer()) {
            for (int i = 0; i < JVMS; i++) {
                counting.add(AppProcess.of(jvm, "CounterApp", "A", "" + JVMS, "" + THREADS, "" + CALLS)
                        .options(OF_THE_APPLICATION)
                        .witness(witness)
                        .rules(rules)
                        .start());
            }
            for (AppProcess each : counting) {
                each.succeeds(Duration.ofMinutes(3));
                logs.add(each.errors());
            }
            WitnessServer.Watch seen = witness.of("A");
            assertThat(seen.overlaps()).isEmpty();
            assertThat(seen.calls()).isEqualTo(JVMS * THREADS * CALLS);
            assertThat(seen.counter()).isEqualTo(seen.calls());
            return logs;
        } finally {
            for (AppProcess each : counting) {
                each.close();
            }
        }
    }
}
