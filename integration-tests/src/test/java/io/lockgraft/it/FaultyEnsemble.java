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

    FaultyEnsemble(Ensemble servers, int jvms, Duration lease) {
        this.servers = servers;
        this.ways = new Ways(jvms, servers.ports());
        this.lease = lease;
    }

    /** How this JVM names all of them, with this in front of each. */
    final String addresses(int jvm, String scheme) {
        return ways.of(jvm).stream()
                .map(way -> scheme + "127.0.0.1:" + way.port())
                .collect(Collectors.joining(","));
    }

    /** Ends a session of a JVM that lives, as the servers end one that they do not hear. */
    abstract void expireSession(Strike strike) throws Exception;

    @Override
    final Duration lease() {
        return lease;
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
                Fault.SERVER_CUT_OFF,
                Fault.LEADER_KILLED,
                Fault.LEADER_FROZEN,
                Fault.LEADER_CHANGED,
                Fault.SESSION_EXPIRED,
                Fault.CONNECTIONS_CLOSED);
    }

    @Override
    final void strikeOwn(Strike strike) throws Exception {
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
            case SERVER_CUT_OFF:
                ways.cutOffServer(any, strike);
                break;
            case LEADER_CHANGED:
                servers.changeLeader();
                break;
            case SESSION_EXPIRED:
                expireSession(strike);
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
