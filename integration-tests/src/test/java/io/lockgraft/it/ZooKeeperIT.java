package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.ensemble.ZooKeeperServers;
import io.lockgraft.testing.server.Certificate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real jar, with its locks in ZooKeeper, whatever the application sets for its own client. */
class ZooKeeperIT extends StoreInJar {
    /** Of an application with a client of its own, on a server that is not there. */
    private static final String[] OF_THE_APPLICATION = {
        "-Dzookeeper.clientCnxnSocket=org.apache.zookeeper.ClientCnxnSocketNetty",
        "-Dzookeeper.client.secure=true",
        "-Dzookeeper.sasl.client=true",
        "-Dzookeeper.request.timeout=1",
        "-Djute.maxbuffer=16"
    };

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final String LOCKS = "/lockgraft/locks";

    private static ZooKeeperServers server;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        server = ZooKeeperServers.start(1);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    String store() {
        return "zookeeper: {connect: '" + server.connect() + "'}";
    }

    @Override
    String told() {
        return "ZooKeeper at " + server.connect() + ", under /lockgraft";
    }

    @Override
    String storeOfShortLeases() {
        return "zookeeper: {connect: '" + server.connect() + "', sessionTimeout: 8s}";
    }

    /** The session's time-out, and up to half of it more. */
    @Override
    Duration freed() {
        return Duration.ofSeconds(8 + 4);
    }

    @Override
    AppProcess.Builder prepare(AppProcess.Builder app) {
        return app.options(OF_THE_APPLICATION);
    }

    /** The queue of a key is a container, which the server removes where the JVM has ended before. */
    @Override
    Collection<String> left() throws Exception {
        CountDownLatch connected = new CountDownLatch(1);
        try (ZooKeeper client = new ZooKeeper(server.connect(), 30_000, event -> {
            if (event.getState() == KeeperState.SyncConnected) {
                connected.countDown();
            }
        })) {
            assertThat(connected.await(20, TimeUnit.SECONDS)).as("connected").isTrue();
            List<String> left = new ArrayList<>();
            for (String key : client.getChildren(LOCKS, false)) {
                try {
                    left.addAll(client.getChildren(LOCKS + '/' + key, false));
                } catch (KeeperException.NoNodeException removed) {
                    // Its queue was empty.
                }
            }
            return left;
        }
    }

    @Test
    @Shows("the JVM ends in order while calls wait")
    @FailsWithout("`LastMoment#run` ends the waits of a JVM behind its shutdown hooks")
    void aJvmThatEndsWhileACallWaitsHoldsNobodyUp() throws Exception {
        try (WitnessServer witness = new WitnessServer();
                StageProcess holder = stage(witness);
                StageProcess ending = StageProcess.start(
                        prepare(AppProcess.of(Jvms.running(), "Stage").rules(rules(store(), "4s")))
                                .witness(witness));
                StageProcess other = stage(witness)) {
            StageProcess.Call holds = holder.call("Desk.hold", "A").awaitBody();
            ending.call("Desk.hold", "A");
            await().atMost(PATIENCE).until(() -> left().size() == 2);
            StageProcess.Call behind = other.call("Desk.hold", "A");
            await().atMost(PATIENCE).until(() -> left().size() == 3);

            ending.process().terminate();
            assertThat(ending.process().exitCode(PATIENCE)).isEqualTo(128 + 15);

            await("places in the queue, sooner than its session of 30 s ends")
                    .atMost(Duration.ofSeconds(15))
                    .untilAsserted(() -> assertThat(left()).hasSize(2));
            assertThat(holds.finish().awaitEnd().result()).isEqualTo("held String");
            assertThat(behind.awaitBody().finish().awaitEnd().result()).isEqualTo("held String");
        }
    }

    /** The body would begin beside another one, and catch blocks would run, behind all shutdown hooks. */
    @Test
    @Shows("the JVM ends in order while calls wait")
    @FailsWithout("`OpenAttempt#conclude` gives no answer to a wait that the end of the JVM has ended")
    void aCallThatWaitsWhenTheJvmEndsDoesNotBeginWithoutItsLock() throws Exception {
        String rules = rules(storeOfShortLeases(), "4s")
                .replace("Desk.hold(String), key: 'K:{p0}'", "Desk.hold(String), key: 'K:{p0}', onUnavailable: local");
        try (WitnessServer witness = new WitnessServer();
                StageProcess holder = stage(witness);
                StageProcess ending = StageProcess.start(
                        prepare(AppProcess.of(Jvms.running(), "Stage").rules(rules))
                                .witness(witness))) {
            StageProcess.Call holds = holder.call("Desk.hold", "A").awaitBody();
            StageProcess.Call waits = ending.call("Desk.hold", "A");
            await().atMost(PATIENCE).until(() -> left().size() == 2);

            // The JVM waits for the server's answer before it halts: there is time for a body.
            server.freeze(0);
            try {
                ending.process().terminate();
                assertThat(ending.process().exitCode(PATIENCE)).isEqualTo(128 + 15);
            } finally {
                server.thaw(0);
            }

            assertThat(waits.bodyRan()).as("the body of the call that waited").isFalse();
            assertThat(waits.hasEnded()).as("the call that waited has gone on").isFalse();
            assertThat(witness.of("A").calls()).isEqualTo(1);
            holds.finish().awaitEnd();
        }
    }

    @Test
    @Shows("the JVM ends in order while calls wait")
    void aCallThatWaitsWhenTheJvmBeginsToEndIsServedWhileShutdownHooksWaitForIt() throws Exception {
        try (WitnessServer witness = new WitnessServer();
                StageProcess holder = stage(witness);
                StageProcess ending = stage(witness, "-Dshutdown.millis=60000")) {
            StageProcess.Call holds = holder.call("Desk.hold", "A").awaitBody();
            StageProcess.Call waiting = ending.call("Desk.hold", "A");
            await().atMost(PATIENCE).until(() -> left().size() == 2);

            ending.process().terminate();
            await().atMost(PATIENCE).until(() -> isShuttingDown(ending.threads()));
            assertThat(holds.finish().awaitEnd().result()).isEqualTo("held String");

            assertThat(waiting.awaitBody().finish().awaitEnd().result()).isEqualTo("held String");
        }
    }

    /** The agent's own hook is over, and the application's goes on. */
    private static boolean isShuttingDown(List<String> threads) {
        return threads.contains("shutdown") && !threads.contains("lockgraft-exit-report");
    }

    @Test
    void anEncryptedConnectionNeedsNothingBesideTheJar() throws Exception {
        Certificate certificate = Certificate.make(folder);
        try (ZooKeeperServers encrypted = ZooKeeperServers.startEncrypted(certificate)) {
            String trusting = "zookeeper: {connect: '" + encrypted.connect() + "', tls: {truststore: '"
                    + certificate.trustStore() + "', truststorePassword: " + Certificate.PASSWORD + "}}";

            assertThat(count(Jvms.running(), trusting)).allMatch(log -> log.contains(" by TLS"));
        }
    }
}
