package io.lockgraft.testing.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Do the servers that the other tests rely on behave as their names say? */
@Timeout(120)
final class TopologiesTest {
    @Test
    void aReplicaHasWhatItsMasterHas() {
        try (ReplicatedRedis redis = ReplicatedRedis.start(2)) {
            setOn(redis.master(), 2);

            assertThat(redis.replicas()).hasSize(2).allMatch(replica -> "v".equals(replica.command("GET", "k")));

            redis.promote(redis.replicas().get(0));
            redis.awaitReplicas(2);
            assertThat(redis.master()).isSameAs(redis.all().get(1));
        }
    }

    @Test
    @Tag("whole")
    void sentinelsPromoteAReplicaWhereTheMasterIsGone() {
        try (RedisSentinels sentinels = RedisSentinels.start()) {
            RedisServer first = sentinels.master();
            setOn(first, 2);

            first.kill();
            RedisServer second = sentinels.awaitMasterOtherThan(first);

            assertThat(second.command("GET", "k")).isEqualTo("v");
        }
    }

    @Test
    @Tag("whole")
    void aClusterReplacesAMasterThatIsGoneAndExchangesOneOnDemand() {
        try (RedisCluster cluster = RedisCluster.start()) {
            RedisServer first = cluster.masterOf("k");
            setOn(first, 1);

            RedisServer second = cluster.failover("k");
            assertThat(second.command("GET", "k")).isEqualTo("v");
            cluster.awaitHealthy();

            second.kill();
            assertThat(cluster.awaitMasterOtherThan(second, "k")).isSameAs(first);
            assertThat(first.command("GET", "k")).isEqualTo("v");
        }
    }

    /** On one connection, for WAIT asks for what its own connection wrote. */
    private static void setOn(RedisServer master, int replicas) {
        try (RespClient client = master.connect()) {
            client.command("SET", "k", "v");
            assertThat(client.command("WAIT", Integer.toString(replicas), "10000"))
                    .isEqualTo((long) replicas);
        }
    }
}
