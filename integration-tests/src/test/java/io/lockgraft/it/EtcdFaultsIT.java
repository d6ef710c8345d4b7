package io.lockgraft.it;

import io.lockgraft.it.FaultSchedule.Strike;
import io.lockgraft.testing.ensemble.EtcdServers;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Tag;

/** Faults of the members of an etcd, of JVMs with their locks in it, and of the network between. */
@Tag("whole")
class EtcdFaultsIT extends StoreFaults {
    private static final Duration LEASE = Duration.ofSeconds(3);

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

            @Override
            Set<String> left() {
                Set<String> left = servers.keys("lockgraft/");
                left.removeIf(key -> key.startsWith("lockgraft/tokens/"));
                return left;
            }
        };
    }
}
