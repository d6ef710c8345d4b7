package io.lockgraft.it;

import io.lockgraft.it.FaultSchedule.Fault;
import io.lockgraft.it.FaultSchedule.Strike;
import io.lockgraft.testing.server.RedisSentinels;
import io.lockgraft.testing.server.RedisServer;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A master and two replicas, of which one must confirm each grant, and Sentinels that promote one. */
final class SentinelServers extends FaultyServers {
    private static final int REPLICAS = 2;

    private final RedisSentinels servers = RedisSentinels.start();

    SentinelServers(Chronicle chronicle) {
        super(chronicle);
    }

    @Override
    String settings(int jvm) {
        return "sentinel: {master: " + RedisSentinels.MASTER + ", addresses: [" + String.join(", ", servers.addresses())
                + "]}, replicas: 1";
    }

    @Override
    List<RedisServer> masters() {
        return List.of(servers.master());
    }

    @Override
    Set<Fault> own() {
        return EnumSet.of(Fault.MASTER_KILLED, Fault.MASTER_FROZEN, Fault.MASTER_EXCHANGED, Fault.REPLICA_FROZEN);
    }

    @Override
    void strikeOwn(Strike strike) throws Exception {
        long began = System.nanoTime();
        if (strike.fault() == Fault.REPLICA_FROZEN) {
            RedisServer replica = strike.of(servers.redis().replicas());
            replica.freeze();
            strike.last();
            replica.resume();
            return;
        }
        RedisServer old = servers.master();
        switch (strike.fault()) {
            case MASTER_KILLED:
                old.kill();
                follow(old, servers.awaitMasterOtherThan(old));
                break;
            case MASTER_FROZEN:
                old.freeze();
                RedisServer next = servers.awaitMasterOtherThan(old);
                old.resume();
                strike.last();
                follow(old, next);
                break;
            default:
                follow(old, servers.failover());
        }
        haveForgotten(old, began); // what the new one was not told yet
        chronicle.stoodStill(began);
    }

    /** Sentinels would see to it, ten seconds later. */
    private void follow(RedisServer old, RedisServer next) {
        old.restart();
        old.command("REPLICAOF", "127.0.0.1", Integer.toString(next.port()));
        servers.redis().awaitReplicas(REPLICAS);
        servers.awaitAgreementOn(next);
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
