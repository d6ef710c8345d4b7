package io.lockgraft.it;

import io.lockgraft.testing.ensemble.ConsulServers;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Tag;

/** Faults of the servers of a Consul, of JVMs with their locks in it, and of the network between. */
@Tag("whole")
class ConsulFaultsIT extends StoreFaults {
    private static final Duration TTL = Duration.ofSeconds(4);

    /** Twice the TTL, the lock-delay, and until somebody looks. */
    private static final Duration FREED = TTL.multipliedBy(3).plusSeconds(2);

    @Override
    FaultyStore open(int jvms) {
        ConsulServers servers = ConsulServers.start(3);
        return new FaultyEnsemble(servers, jvms, TTL, FREED) {
            /** Each JVM asks one of them. */
            @Override
            String settings(int jvm) {
                return "consul: {address: '" + addresses(jvm, "http://").split(",")[jvm % servers.count()]
                        + "', sessionTtl: " + TTL.toSeconds() + "s}";
            }

            /** Entries of sessions that are over stay until the next JVM that starts, or wants their keys. */
            @Override
            Set<String> left() {
                return servers.lockedKeys("lockgraft/");
            }
        };
    }
}
