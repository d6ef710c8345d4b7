package io.lockgraft.it;

import io.lockgraft.testing.ensemble.ZooKeeperServers;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZKUtil;
import org.apache.zookeeper.ZooKeeper;

/** Faults of an ensemble of ZooKeeper, of JVMs with their locks in it, and of the network between. */
class ZooKeeperFaultsIT extends StoreFaults {
    private static final Duration SESSION = Duration.ofSeconds(6);

    @Override
    FaultyStore open(int jvms) {
        ZooKeeperServers servers = ZooKeeperServers.start(3);
        return new FaultyEnsemble(
                servers, jvms, SESSION.dividedBy(2), SESSION.multipliedBy(3).dividedBy(2)) {
            @Override
            String settings(int jvm) {
                return "zookeeper: {connect: '" + addresses(jvm, "") + "', sessionTimeout: " + SESSION.toSeconds()
                        + "s}";
            }

            /** Empty queues, which are containers, stay until the server looks for them, once a minute. */
            @Override
            Set<String> left() throws IOException, InterruptedException, KeeperException {
                try (ZooKeeper zookeeper = new ZooKeeper(servers.connect(), 10_000, event -> {})) {
                    Set<String> left = new TreeSet<>(ZKUtil.listSubTreeBFS(zookeeper, "/lockgraft"));
                    left.removeIf(node -> !node.matches("/lockgraft/(locks/.*|sessions)/.*"));
                    return left;
                }
            }
        };
    }
}
