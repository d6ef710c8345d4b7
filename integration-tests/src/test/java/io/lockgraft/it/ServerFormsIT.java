package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.Closing;
import io.lockgraft.testing.server.RedisCluster;
import io.lockgraft.testing.server.RedisSentinels;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.server.ReplicatedRedis;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two JVMs exclude each other where their rules name the servers as a master and its replica, or by a Redisson file.
 */
@Timeout(180)
class ServerFormsIT {
    private static final int JVMS = 2;
    private static final int THREADS = 4;
    private static final int CALLS = 100;

    /** Each call shall ask the servers. */
    private static final String DEFAULTS = "wait: 60s, lease: 60s, handoff: off";

    private final Closing open = new Closing();

    @TempDir
    Path folder;

    @AfterEach
    void end() throws Exception {
        open.close();
    }

    @Test
    @Tag("whole")
    void aMasterAndItsReplica() throws Exception {
        ReplicatedRedis servers = open.add(ReplicatedRedis.start(1));
        excludes(
                RulesText.onServers(
                        "replicated: {addresses: [" + String.join(", ", servers.addresses()) + "]}", DEFAULTS),
                servers.all());
    }

    @Test
    @Tag("whole")
    void oneServerThatARedissonFileNames() throws Exception {
        RedisServer server = open.add(RedisServer.start());
        excludesByFile("singleServerConfig:\n  address: \"" + server.address() + "\"", List.of(server));
    }

    @Test
    @Tag("whole")
    void aMasterAndItsReplicaThatARedissonFileNames() throws Exception {
        ReplicatedRedis servers = open.add(ReplicatedRedis.start(1));
        excludesByFile("replicatedServersConfig:\n  nodeAddresses:" + list(servers.addresses()), servers.all());
    }

    @Test
    @Tag("whole")
    void serversOfSentinelThatARedissonFileNames() throws Exception {
        RedisSentinels servers = open.add(RedisSentinels.startCalm());
        excludesByFile(
                "sentinelServersConfig:\n  masterName: " + RedisSentinels.MASTER + "\n  sentinelAddresses:"
                        + list(servers.addresses()),
                servers.redis().all());
    }

    @Test
    void aClusterThatARedissonFileNames() throws Exception {
        RedisCluster servers = open.add(RedisCluster.start("--cluster-node-timeout", "60000"));
        excludesByFile("clusterServersConfig:\n  nodeAddresses:" + list(servers.addresses()), servers.nodes());
    }

    private static String list(List<String> addresses) {
        return addresses.stream().map(each -> "\n    - \"" + each + '"').collect(Collectors.joining());
    }

    private void excludesByFile(String text, List<RedisServer> servers) throws Exception {
        Path file = Files.writeString(folder.resolve("redisson.yaml"), text);
        excludes(RulesText.onFile(file, DEFAULTS), servers);
    }

    private void excludes(RulesText begun, List<RedisServer> servers) throws Exception {
        String rules = begun.lock("Counter.add(String)")
                .lock("Desk.hold(String)")
                .lock("Desk.text(String)", "wait: 2s")
                .toString();
        WitnessServer witness = open.add(new WitnessServer());
        List<StageProcess> jvms = new ArrayList<>();
        for (int i = 0; i < JVMS; i++) {
            jvms.add(open.add(StageProcess.begin(
                    StageProcess.thatCounts(JVMS, THREADS, CALLS).rules(rules).witness(witness))));
        }
        for (StageProcess each : jvms) {
            each.awaitReady(Duration.ofMinutes(2));
        }
        assertThat(witness.of("A").overlaps()).isEmpty();
        assertThat(witness.of("A").counter()).isEqualTo(JVMS * THREADS * CALLS);

        oneWaitsForTheOther(jvms.get(0), jvms.get(1), servers);
        Orphans.noneOf(servers, jvms.toArray(new StageProcess[0]));
    }

    private static void oneWaitsForTheOther(StageProcess one, StageProcess other, List<RedisServer> servers)
            throws Exception {
        StageProcess.Call held = one.call("Desk.hold", "B").awaitBody();
        assertThat(servers)
                .as("where the lock is")
                .anyMatch(each -> Orphans.locks(each).contains("it:K:B"));
        StageProcess.Call waits = other.call("Desk.hold", "B");
        assertThat(other.call("Desk.text", "B").awaitEnd().thrown()).isEqualTo("io.lockgraft.api.LockBusyException");
        assertThat(waits.bodyRan()).isFalse();
        held.finish().awaitEnd();
        waits.awaitBody().finish().awaitEnd();
    }
}
