package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.RedisCluster;
import io.lockgraft.testing.server.RedisSentinels;
import io.lockgraft.testing.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two JVMs count on one key while its master dies, or is exchanged: each hold is kept, or reported lost. */
@Tag("whole")
class FailoverIT {
    private static final int JVMS = 2;
    private static final int THREADS = 4;
    private static final int CALLS = 1_500;
    private static final String KEY = "it:K:A";

    /** What calls of all kinds are made for: their keys are in one slot of a cluster. */
    private static final String TOGETHER = "in{one}slot";

    private static final Duration LEASE = Duration.ofSeconds(12);

    /** What may pass beside the lease until a line is written and read, on a busy machine. */
    private static final Duration SLACK = Duration.ofSeconds(2);

    @Test
    @Shows("failover by Sentinel")
    void callsNeverOverlapWhileSentinelReplacesADeadMaster() throws Exception {
        try (RedisSentinels servers = RedisSentinels.start()) {
            count(sentinel(servers) + ", replicas: 1", servers.redis().all(), () -> {
                RedisServer old = servers.master();
                old.kill();
                return servers.awaitMasterOtherThan(old);
            });
        }
    }

    @Test
    void callsNeverOverlapWhileSentinelExchangesAMasterThatIsWell() throws Exception {
        try (RedisSentinels servers = RedisSentinels.start()) {
            count(sentinel(servers) + ", replicas: 1", servers.redis().all(), servers::failover);
        }
    }

    @Test
    @Shows("failover in a cluster")
    void callsNeverOverlapWhileAClusterReplacesADeadMaster() throws Exception {
        try (RedisCluster servers = RedisCluster.start()) {
            count(cluster(servers), servers.nodes(), () -> {
                RedisServer old = servers.masterOf(KEY);
                old.kill();
                return servers.awaitMasterOtherThan(old, KEY);
            });
        }
    }

    @Test
    void callsNeverOverlapWhileAClusterExchangesAMasterThatIsWell() throws Exception {
        try (RedisCluster servers = RedisCluster.start()) {
            count(cluster(servers), servers.nodes(), () -> servers.failover(KEY));
        }
    }

    /** Nothing is forgotten on the way, so nobody meets and nothing is lost. */
    @Test
    @Shows("a slot moves (MOVED), or is down (CLUSTERDOWN)")
    void callsGoOnAndNothingIsLostWhileTheSlotOfTheirKeyMovesFromMasterToMaster() throws Exception {
        try (RedisCluster servers = RedisCluster.start()) {
            Count count = count(cluster(servers), servers.nodes(), () -> {
                RedisServer first = servers.masterOf(KEY);
                for (RedisServer next : servers.masters()) {
                    if (next != first) {
                        servers.moveSlot(KEY, next, () -> {});
                    }
                }
                servers.moveSlot(KEY, first, () -> {});
                return first;
            });

            assertThat(count.overlaps()).as("calls that met").isZero();
            assertThat(count.losses()).as("losses told").isZero();
        }
    }

    @Test
    @Shows("failover by Sentinel")
    void whatSentinelsNewMasterWasNeverToldOfIsReportedLost() throws Exception {
        try (RedisSentinels servers = RedisSentinels.start()) {
            forget(
                    sentinel(servers),
                    servers.redis().all(),
                    servers.master(),
                    servers.redis().replicas(),
                    servers::awaitMasterOtherThan);
        }
    }

    @Test
    @Shows("failover in a cluster")
    void whatAClustersNewMasterWasNeverToldOfIsReportedLost() throws Exception {
        try (RedisCluster servers = RedisCluster.start()) {
            String key = "it:K:" + Kind.EXCLUSIVE.of(TOGETHER);
            RedisServer master = servers.masterOf(key);
            forget(
                    cluster(servers),
                    servers.nodes(),
                    master,
                    List.of(servers.replicaOf(master)),
                    old -> servers.awaitMasterOtherThan(old, key));
        }
    }

    /** The replicas stand still and have lost the master when it grants, and one of them becomes the next. */
    private static void forget(
            String redis,
            List<RedisServer> servers,
            RedisServer master,
            List<RedisServer> replicas,
            Consumer<RedisServer> awaitNext)
            throws Exception {
        String defaults = "wait: 60s, lease: " + LEASE.toSeconds() + "s";
        RulesText holders = RulesText.onServers(redis, defaults);
        RulesText rivals = RulesText.onServers(redis, defaults);
        for (Kind kind : Kind.values()) {
            kind.lock(holders, "Desk.hold(String)", kind.of(TOGETHER));
            kind.lockOut(rivals, "Desk.hold(String)", kind.of(TOGETHER));
        }
        try (WitnessServer witness = new WitnessServer();
                StageProcess holder = StageProcess.start(stage(witness, holders));
                StageProcess rival = StageProcess.start(stage(witness, rivals))) {
            for (Kind kind : Kind.values()) {
                holder.call("Desk.hold", kind.of(TOGETHER)).awaitBody().finish().awaitEnd();
                rival.call("Desk.hold", kind.of(TOGETHER)).awaitBody().finish().awaitEnd();
            }
            replicas.forEach(RedisServer::freeze);
            master.command("CLIENT", "KILL", "TYPE", "replica");
            List<StageProcess.Call> held = new ArrayList<>();
            for (Kind kind : Kind.values()) {
                held.add(holder.call("Desk.hold", kind.of(TOGETHER)).awaitBody());
            }
            master.kill();
            replicas.forEach(RedisServer::resume);
            awaitNext.accept(master);

            for (Kind kind : Kind.values()) {
                Awaitility.await("the loss of what " + kind + " held is told by " + holder.process())
                        .atMost(LEASE.plus(SLACK))
                        .until(() ->
                                holder.process().errors().contains("rule '" + kind.of(TOGETHER) + "': lost the lock"));
            }
            List<StageProcess.Call> next = new ArrayList<>();
            for (Kind kind : Kind.values()) {
                next.add(rival.call("Desk.hold", kind.of(TOGETHER)).awaitBody());
            }
            for (StageProcess.Call each : held) {
                each.finish().awaitEnd();
            }
            Thread.sleep(LEASE.dividedBy(2).toMillis()); // in which a renewal would miss what a late release took
            assertThat(rival.process().errors()).doesNotContain("lost the lock");
            for (StageProcess.Call each : next) {
                each.finish().awaitEnd();
            }
            Orphans.noneOf(servers, holder, rival);
        }
    }

    private static AppProcess.Builder stage(WitnessServer witness, RulesText rules) {
        return AppProcess.of(Jvms.running(), "Stage").witness(witness).rules(rules.toString());
    }

    private static String sentinel(RedisSentinels servers) {
        return "sentinel: {master: " + RedisSentinels.MASTER + ", addresses: [" + String.join(", ", servers.addresses())
                + "]}";
    }

    /** After the death of a master there is no replica left that could confirm. */
    private static String cluster(RedisCluster servers) {
        return "cluster: {addresses: [" + String.join(", ", servers.addresses()) + "]}";
    }

    private record Count(long overlaps, long losses) {}

    private static Count count(String redis, List<RedisServer> servers, Callable<?> fault) throws Exception {
        String rules = RulesText.onServers(redis, "wait: 90s, lease: " + LEASE.toSeconds() + "s")
                .lock("Counter.add(String)")
                .toString();
        List<StageProcess> counting = new ArrayList<>();
        ToldLosses losses = new ToldLosses();
        try (WitnessServer witness = new WitnessServer()) {
            try {
                for (int i = 0; i < JVMS; i++) {
                    counting.add(StageProcess.begin(StageProcess.thatCounts(JVMS, THREADS, CALLS)
                            .rules(rules)
                            .witness(witness, "jvm-" + i)
                            .log(losses.of("jvm-" + i))));
                }
                Awaitility.await("calls under way")
                        .atMost(Duration.ofSeconds(60))
                        .until(() -> witness.of("A").calls() > 100);
                fault.call();
                int before = witness.of("A").calls();
                for (StageProcess each : counting) {
                    each.awaitReady(Duration.ofMinutes(3));
                }
                for (StageProcess each : counting) {
                    assertThat(each.call("Counter.add", "A").awaitEnd().thrown())
                            .as("a call after the failover")
                            .isNull();
                }
                judge(witness.of("A"), before, losses);
                Orphans.noneOf(servers, counting.toArray(new StageProcess[0]));
                for (StageProcess each : counting) {
                    each.end();
                }
                return new Count(witness.of("A").overlaps().size(), losses.count(KEY));
            } finally {
                for (StageProcess each : counting) {
                    each.close();
                }
            }
        }
    }

    private static void judge(WitnessServer.Watch seen, int before, ToldLosses losses) {
        System.out.printf(
                "==== %d calls, %d of them after the failover; %d overlaps, %d losses reported%n",
                seen.calls(), seen.calls() - before, seen.overlaps().size(), losses.count(KEY));
        assertThat(seen.calls()).isEqualTo(JVMS * THREADS * CALLS + JVMS);
        assertThat(seen.overlaps())
                .as("calls that ran beside another; each must be told as a loss, and these were: %s", losses)
                .allMatch(overlap -> isTold(overlap, losses));
        if (seen.overlaps().isEmpty()) {
            assertThat(seen.counter()).isEqualTo(seen.calls());
        }
    }

    /** By the JVM of one of the bodies, while they ran or until it had to know. */
    private static boolean isTold(WitnessServer.Overlap overlap, ToldLosses losses) {
        long latest = overlap.at() + LEASE.plus(SLACK).toNanos();
        return overlap.jvms().stream()
                .anyMatch(jvm -> losses.has(jvm, KEY, at -> at - overlap.since() >= 0 && at - latest <= 0));
    }
}
