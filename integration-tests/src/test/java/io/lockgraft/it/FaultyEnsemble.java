package io.lockgraft.it;

import io.lockgraft.it.FaultSchedule.Fault;
import io.lockgraft.it.FaultSchedule.Strike;
import io.lockgraft.testing.ensemble.Ensemble;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Servers that elect a leader. */
abstract class FaultyEnsemble extends FaultyStore {
    private final Ensemble servers;
    private final Ways ways;
    private final Duration lease;
    private final Duration freed;

    FaultyEnsemble(Ensemble servers, int jvms, Duration lease, Duration freed) {
        this.servers = servers;
        this.ways = new Ways(jvms, servers.ports());
        this.lease = lease;
        this.freed = freed;
    }

    /** How this JVM names all of them, with this in front of each. */
    final String addresses(int jvm, String scheme) {
        return ways.of(jvm).stream()
                .map(way -> scheme + "127.0.0.1:" + way.port())
                .collect(Collectors.joining(","));
    }

    @Override
    final Duration lease() {
        return lease;
    }

    @Override
    final Duration freed() {
        return freed;
    }

    @Override
    final Ways ways() {
        return ways;
    }

    @Override
    final Set<Fault> own() {
        return EnumSet.of(
                Fault.SERVER_KILLED,
                Fault.SERVER_FROZEN,
                Fault.LEADER_KILLED,
                Fault.LEADER_FROZEN,
                Fault.CONNECTIONS_CLOSED);
    }

    @Override
    final void strikeOwn(Strike strike) throws InterruptedException {
        int any = (int) (strike.which() * servers.count());
        switch (strike.fault()) {
            case SERVER_KILLED:
                kill(any, strike);
                break;
            case LEADER_KILLED:
                kill(servers.leader(), strike);
                break;
            case SERVER_FROZEN:
                freeze(any, strike);
                break;
            case LEADER_FROZEN:
                freeze(servers.leader(), strike);
                break;
            case CONNECTIONS_CLOSED:
                ways.hangUp();
                break;
            default:
                throw new IllegalArgumentException(strike.toString());
        }
        servers.awaitService();
    }

    private void kill(int server, Strike strike) throws InterruptedException {
        servers.kill(server);
        strike.last();
        servers.restart(server);
    }

    private void freeze(int server, Strike strike) throws InterruptedException {
        servers.freeze(server);
        strike.last();
        servers.thaw(server);
    }

    @Override
    public final void close() throws Exception {
        ways.close();
        servers.close();
    }
}
