package io.lockgraft.it;

import io.lockgraft.it.FaultSchedule.Fault;
import io.lockgraft.it.FaultSchedule.Strike;
import io.lockgraft.testing.ensemble.EtcdServers;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Tag;

/** Faults of the members of an etcd, of JVMs with their locks in it, and of the network between. */
@Tag("whole")
class EtcdFaultsIT extends StoreFaults {
    private static final Duration LEASE = Duration.ofSeconds(3);

    /** After which etcd's members end a request to each other: 5 s, and two time-outs of an election. */
    private static final Duration REQUEST = Duration.ofSeconds(7);

    @Override
    FaultyStore open(int jvms) {
        EtcdServers servers = EtcdServers.start(3);
        return new FaultyEnsemble(servers, jvms, LEASE) {
            @Override
            String settings(int jvm) {
                return "etcd: {endpoints: ['" + addresses(jvm, "http://").replace(",", "', '") + "']}";
            }

            /** There is no session: each lock has a lease of its own. */
            @Override
            void expireSession(Strike strike) {
                servers.revokeLeases();
            }

            /**
             * A leader that stood still ends the leases that seem over to it, 16 at a time: those behind them when its
             * first requests are over. By then it is leader no more, and passes the others on to the one that is.
             */
            @Override
            void addAftermath(Fault fault, long ended, Troubles troubles) {
                if (fault == Fault.SERVER_FROZEN || fault == Fault.LEADER_FROZEN) {
                    // Told by the watch, or by a release that comes before it.
                    troubles.addLate(ended, ended + REQUEST.toNanos(), "its entry in etcd has gone");
                    troubles.addLate(ended, ended + REQUEST.toNanos(), "did not have it any more when it was released");
                }
            }

            @Override
            Set<String> left() {
                Set<String> left = servers.keys("lockgraft/");
                left.removeIf(key -> key.startsWith("lockgraft/tokens/"));
                return left;
            }
        };
    }
}
