package io.lockgraft.it;

import io.lockgraft.it.FaultSchedule.Fault;
import io.lockgraft.it.FaultSchedule.Strike;
import io.lockgraft.testing.server.RedisCluster;
import io.lockgraft.testing.server.RedisServer;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A cluster of three masters, each with a replica. */
final class ClusterServers extends FaultyServers {
    private final RedisCluster servers = RedisCluster.start();

    ClusterServers(Chronicle chronicle) {
        super(chronicle);
    }

    @Override
    String settings(int jvm) {
        return "cluster: {addresses: [" + String.join(", ", servers.addresses()) + "]}, replicas: 1";
    }

    @Override
    List<RedisServer> masters() {
        return servers.masters();
    }

    @Override
    Set<Fault> own() {
        return EnumSet.of(Fault.MASTER_KILLED, Fault.MASTER_EXCHANGED, Fault.REPLICA_FROZEN, Fault.SLOT_MOVED);
    }

    @Override
    void strikeOwn(Strike strike) throws Exception {
        long began = System.nanoTime();
        String key = strike.of(GuardedSet.all()).key();
        RedisServer master = servers.masterOf(key);
        switch (strike.fault()) {
            case MASTER_KILLED:
                master.kill();
                servers.awaitMasterOtherThan(master, key);
                strike.last();
                master.restart();
                haveForgotten(master, began); // what the new one was not told yet
                chronicle.stoodStill(began);
                break;
            case MASTER_EXCHANGED:
                servers.failover(key);
                chronicle.stoodStill(began);
                break;
            case REPLICA_FROZEN:
                RedisServer replica = servers.replicaOf(master);
                replica.freeze();
                strike.last();
                replica.resume();
                break;
            default:
                List<RedisServer> others = servers.masters().stream()
                        .filter(each -> each != master)
                        .collect(Collectors.toList());
                servers.moveSlot(key, others.get(0), () -> {});
        }
        servers.awaitHealthy();
    }

    @Override
    void haveForgotten(RedisServer server, long since) {
        chronicle.forgets(since);
    }

    @Override
    public void close() {
        servers.close();
    }
}
