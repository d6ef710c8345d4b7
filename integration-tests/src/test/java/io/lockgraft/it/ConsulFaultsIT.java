package io.lockgraft.it;

import io.lockgraft.it.FaultSchedule.Strike;
import io.lockgraft.testing.ensemble.ConsulServers;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Tag;

/** Faults of the servers of a Consul, of JVMs with their locks in it, and of the network between. */
@Tag("whole")
class ConsulFaultsIT extends StoreFaults {
    private static final Duration TTL = Duration.ofSeconds(4);

    @Override
    FaultyStore open(int jvms) {
        ConsulServers servers = ConsulServers.start(3);
        return new FaultyEnsemble(servers, jvms, TTL) {
            /** Each JVM asks one of them. */
            @Override
            String settings(int jvm) {
                return "consul: {address: '" + addresses(jvm, "http://").split(",")[jvm % servers.count()]
                        + "', sessionTtl: " + TTL.toSeconds() + "s}";
            }

            @Override
            void expireSession(Strike strike) {
                servers.destroySession(strike.of(servers.sessions("lockgraft ")));
            }

            /** Entries of sessions that are over stay until the next JVM that starts, or wants their keys. */
            @Override
            Set<String> left() {
                return servers.lockedKeys("lockgraft/");
            }
        };
    }
}
