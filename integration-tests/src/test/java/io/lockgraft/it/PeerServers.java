package io.lockgraft.it;

import io.lockgraft.it.FaultSchedule.Fault;
import io.lockgraft.it.FaultSchedule.Strike;
import io.lockgraft.testing.Closing;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.server.SteppedClock;
import io.lockgraft.testing.server.TcpProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Servers that know nothing of each other: one, or as many as vote. Each JVM has a way of its own to each of them. */
final class PeerServers extends FaultyServers {
    private static final String[] WITH_LOG = {"--appendonly", "yes", "--appendfsync", "always"};
    /** Within this time a server that forgot has been asked for each key again, and told its token. */
    private static final Duration TOLD_AGAIN = Duration.ofSeconds(5);

    private final Closing open = new Closing();
    private final SteppedClock clock = SteppedClock.missingForServers() == null ? open.add(new SteppedClock()) : null;
    private final List<RedisServer> servers = new ArrayList<>();
    private Ways ways;
    private final Map<RedisServer, Long> forgotten = new HashMap<>();
    private Duration stepped = Duration.ZERO;

    PeerServers(int count, int jvms, Chronicle chronicle) throws Exception {
        super(chronicle);
        try {
            start(count, jvms);
        } catch (RuntimeException e) {
            open.close();
            throw e;
        }
    }

    private void start(int count, int jvms) {
        for (int i = 0; i < count; i++) {
            servers.add(open.add(clock == null ? RedisServer.start(WITH_LOG) : RedisServer.startWith(clock, WITH_LOG)));
        }
        ways = open.add(new Ways(jvms, servers.stream().map(RedisServer::port).collect(Collectors.toList())));
    }

    @Override
    String settings(int jvm) {
        List<TcpProxy> own = ways.of(jvm);
        return own.size() == 1
                ? "address: " + own.get(0).address()
                : "quorum: [" + own.stream().map(TcpProxy::address).collect(Collectors.joining(", ")) + "]";
    }

    @Override
    List<RedisServer> masters() {
        return servers;
    }

    @Override
    Set<Fault> own() {
        Set<Fault> own = EnumSet.of(
                Fault.REDIS_KILLED_AND_EMPTY,
                Fault.REDIS_KILLED_WITH_LOG,
                Fault.REDIS_FROZEN,
                Fault.REDIS_OUT_OF_MEMORY,
                Fault.JVM_HEARS_NO_MESSAGES);
        own.addAll(Ways.FAULTS);
        if (clock != null) {
            own.add(Fault.REDIS_CLOCK_PUT_FORWARD);
        }
        return own;
    }

    @Override
    void strikeOwn(Strike strike) throws Exception {
        RedisServer server = strike.of(servers);
        long began = System.nanoTime();
        switch (strike.fault()) {
            case REDIS_KILLED_AND_EMPTY:
            case REDIS_KILLED_WITH_LOG:
                server.kill();
                if (strike.fault() == Fault.REDIS_KILLED_AND_EMPTY) {
                    server.forget();
                    haveForgotten(server, began);
                }
                strike.last();
                server.restart();
                chronicle.stoodStill(began);
                break;
            case REDIS_FROZEN:
                server.freeze();
                strike.last();
                server.resume();
                chronicle.stoodStill(began);
                break;
            case REDIS_OUT_OF_MEMORY:
                server.command("CONFIG", "SET", "maxmemory", "1");
                strike.last();
                server.command("CONFIG", "SET", "maxmemory", "0");
                break;
            case REDIS_CLOCK_PUT_FORWARD:
                // Only forward: put back, it would keep the locks of the dead for so much longer.
                stepped = stepped.plusHours(1);
                clock.step(stepped);
                break;
            case JVM_HEARS_NO_MESSAGES:
                ways.of(strike.whom()).forEach(TcpProxy::loseMessages);
                strike.last();
                ways.of(strike.whom()).forEach(TcpProxy::loseNothing);
                break;
            default:
                ways.strike(strike);
                if (strike.fault() != Fault.JVM_IS_FAR_AWAY) {
                    chronicle.stoodStill(began);
                }
        }
    }

    /**
     * One of several that vote is outvoted. Two of them that forget soon after each other are most: what one of them
     * was not told again is then forgotten.
     */
    @Override
    void haveForgotten(RedisServer server, long since) {
        boolean most = servers.size() == 1;
        for (Map.Entry<RedisServer, Long> other : forgotten.entrySet()) {
            most |= other.getKey() != server && since - other.getValue() < TOLD_AGAIN.toNanos();
        }
        if (most) {
            chronicle.forgets(since);
        }
        forgotten.put(server, System.nanoTime());
    }

    @Override
    public void close() throws Exception {
        open.close();
    }
}
