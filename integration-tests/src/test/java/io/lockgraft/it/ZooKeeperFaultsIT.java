package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.it.FaultSchedule.Strike;
import io.lockgraft.testing.ensemble.ZooKeeperServers;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZKUtil;
import org.apache.zookeeper.ZooKeeper;

/** Faults of an ensemble of ZooKeeper, of JVMs with their locks in it, and of the network between. */
class ZooKeeperFaultsIT extends StoreFaults {
    private static final int SESSION_SECONDS = 6;
    private static final int WITNESS_MILLIS = 10_000;
    private static final String SESSIONS = "/lockgraft/sessions";

    /** A server makes the password of a session from its id and this. */
    private static final long SECRET = 0xB3415C00L;

    @Override
    FaultyStore open(int jvms) {
        ZooKeeperServers servers = ZooKeeperServers.start(3);
        return new FaultyEnsemble(
                servers, jvms, Duration.ofSeconds(SESSION_SECONDS).dividedBy(2)) {
            @Override
            String settings(int jvm) {
                return "zookeeper: {connect: '" + addresses(jvm, "") + "', sessionTimeout: " + SESSION_SECONDS + "s}";
            }

            @Override
            void expireSession(Strike strike) throws Exception {
                try (ZooKeeper witness = witness()) {
                    List<String> nodes = witness.getChildren(SESSIONS, false);
                    String node =
                            SESSIONS + '/' + strike.of(nodes.stream().sorted().toList());
                    close(witness.exists(node, false).getEphemeralOwner());
                    witness.sync(SESSIONS, (code, path, context) -> {}, null);
                    assertThat(witness.exists(node, false)).as(node).isNull();
                }
            }

            /** Takes over the session, as a client does that connects again, and closes it. */
            private void close(long session) throws Exception {
                byte[] password = new byte[16];
                new Random(session ^ SECRET).nextBytes(password);
                CountDownLatch connected = new CountDownLatch(1);
                try (ZooKeeper thief = new ZooKeeper(
                        servers.connect(), WITNESS_MILLIS, event -> countDown(connected, event), session, password)) {
                    assertThat(connected.await(WITNESS_MILLIS, TimeUnit.MILLISECONDS))
                            .as("the session is taken over")
                            .isTrue();
                    assertThat(thief.getSessionId()).isEqualTo(session);
                }
            }

            private void countDown(CountDownLatch connected, WatchedEvent event) {
                if (event.getState() == KeeperState.SyncConnected) {
                    connected.countDown();
                }
            }

            private ZooKeeper witness() throws IOException {
                return new ZooKeeper(servers.connect(), WITNESS_MILLIS, event -> {});
            }

            /** Empty queues, which are containers, stay until the server looks for them, once a minute. */
            @Override
            Set<String> left() throws IOException, InterruptedException, KeeperException {
                try (ZooKeeper witness = witness()) {
                    Set<String> left = new TreeSet<>(ZKUtil.listSubTreeBFS(witness, "/lockgraft"));
                    left.removeIf(node -> !node.matches("/lockgraft/(locks/.*|sessions)/.*"));
                    return left;
                }
            }
        };
    }
}
