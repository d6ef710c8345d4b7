package io.lockgraft.it;

import io.lockgraft.it.FaultSchedule.Fault;
import io.lockgraft.it.FaultSchedule.Strike;
import io.lockgraft.testing.Closing;
import io.lockgraft.testing.server.TcpProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The way of each JVM to each server: networks of its own, which can be cut and slow. */
final class Ways implements AutoCloseable {
    /** What can strike them. */
    static final Set<Fault> FAULTS = Collections.unmodifiableSet(
            EnumSet.of(Fault.JVM_CUT_OFF, Fault.JVM_HEARS_NO_ANSWERS, Fault.JVM_IS_FAR_AWAY));

    private static final int FAR_AWAY_MILLIS = 30;

    private final Closing open = new Closing();
    private final List<List<TcpProxy>> networks = new ArrayList<>();

    /** @param ports of the servers */
    Ways(int jvms, List<Integer> ports) {
        for (int jvm = 0; jvm < jvms; jvm++) {
            List<TcpProxy> ways = new ArrayList<>();
            ports.forEach(port -> ways.add(open.add(new TcpProxy(port))));
            networks.add(ways);
        }
    }

    /** In the order of the servers. */
    List<TcpProxy> of(int jvm) {
        return networks.get(jvm);
    }

    /** Lets one of {@link #FAULTS} strike, and returns when it is over. */
    void strike(Strike strike) throws InterruptedException {
        List<TcpProxy> ways = of(strike.whom());
        switch (strike.fault()) {
            case JVM_CUT_OFF:
                ways.forEach(TcpProxy::cut);
                break;
            case JVM_HEARS_NO_ANSWERS:
                ways.forEach(TcpProxy::cutAnswers);
                break;
            case JVM_IS_FAR_AWAY:
                ways.forEach(way -> way.delay(FAR_AWAY_MILLIS));
                break;
            default:
                throw new IllegalArgumentException(strike.toString());
        }
        strike.last();
        ways.forEach(TcpProxy::deliver);
        ways.forEach(way -> way.delay(0));
    }

    /** Cuts off this JVM from all servers for so long. */
    void cutOff(int jvm, Duration lasts) throws InterruptedException {
        of(jvm).forEach(TcpProxy::cut);
        Thread.sleep(lasts.toMillis());
        of(jvm).forEach(TcpProxy::deliver);
    }

    /** Cuts off this server from all JVMs, and returns when it is over. */
    void cutOffServer(int server, Strike strike) throws InterruptedException {
        networks.forEach(ways -> ways.get(server).cut());
        strike.last();
        networks.forEach(ways -> ways.get(server).deliver());
    }

    /** Closes all connections that there are. */
    void hangUp() {
        networks.forEach(ways -> ways.forEach(TcpProxy::hangUp));
    }

    @Override
    public void close() throws Exception {
        open.close();
    }
}
