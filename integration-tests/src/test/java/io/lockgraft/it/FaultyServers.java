package io.lockgraft.it;

import io.lockgraft.it.FaultSchedule.Fault;
import io.lockgraft.it.FaultSchedule.Strike;
import io.lockgraft.testing.server.RedisServer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The servers of a run with all that can befall them, and the ways of its JVMs to them. */
abstract class FaultyServers implements AutoCloseable {
    /** What strikes whatever servers there are. */
    private static final Set<Fault> ANYWHERE = EnumSet.of(Fault.FLUSHALL, Fault.KEY_DELETED, Fault.CONNECTIONS_CLOSED);

    final Chronicle chronicle;

    FaultyServers(Chronicle chronicle) {
        this.chronicle = chronicle;
    }

    /** Kinds of servers. */
    enum Topology {
        ONE {
            @Override
            FaultyServers start(int jvms, Chronicle chronicle) throws Exception {
                return new PeerServers(1, jvms, chronicle);
            }
        },
        QUORUM {
            @Override
            FaultyServers start(int jvms, Chronicle chronicle) throws Exception {
                return new PeerServers(3, jvms, chronicle);
            }
        },
        SENTINEL {
            @Override
            FaultyServers start(int jvms, Chronicle chronicle) {
                return new SentinelServers(chronicle);
            }
        },
        CLUSTER {
            @Override
            FaultyServers start(int jvms, Chronicle chronicle) {
                return new ClusterServers(chronicle);
            }
        };

        abstract FaultyServers start(int jvms, Chronicle chronicle) throws Exception;
    }

    /** What this JVM's rules have in their section {@code redis}. */
    abstract String settings(int jvm);

    /** Those that are written to now. */
    abstract List<RedisServer> masters();

    /** What can strike these beside what can strike all servers. */
    abstract Set<Fault> own();

    /** Lets one of {@link #own} strike, and returns when it is over. */
    abstract void strikeOwn(Strike strike) throws Exception;

    /** Since then this one has lost tokens: the next ones may be the same. */
    abstract void haveForgotten(RedisServer server, long since);

    @Override
    public abstract void close() throws Exception;

    final Set<Fault> faults() {
        Set<Fault> all = EnumSet.copyOf(ANYWHERE);
        all.addAll(own());
        return all;
    }

    final void strike(Strike strike) throws Exception {
        if (!ANYWHERE.contains(strike.fault())) {
            strikeOwn(strike);
            return;
        }
        RedisServer server = strike.of(masters());
        switch (strike.fault()) {
            case FLUSHALL:
                long began = System.nanoTime();
                server.command("FLUSHALL");
                haveForgotten(server, began);
                break;
            case KEY_DELETED:
                String key = strike.of(new ArrayList<>(new TreeSet<>(Orphans.locks(server))));
                if (key != null) {
                    server.command("DEL", key);
                }
                break;
            default:
                server.command("CLIENT", "KILL", "TYPE", "normal");
                server.command("CLIENT", "KILL", "TYPE", "pubsub");
        }
    }
}
