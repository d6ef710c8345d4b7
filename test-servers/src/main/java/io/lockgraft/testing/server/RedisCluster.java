package io.lockgraft.testing.server;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A cluster of three masters with a replica each, made by its own commands; a dead master is replaced in about two
 * seconds.
 */
public final class RedisCluster implements AutoCloseable {
    private static final int MASTERS = 3;
    private static final int SLOTS = 16_384;

    private final Servers servers = new Servers();
    private final List<Integer> busPorts = new ArrayList<>();

    private RedisCluster() {}

    /** Starts it; a cluster that leaves frozen nodes alone is had by {@code "--cluster-node-timeout", "60000"}. */
    public static RedisCluster start(String... options) {
        return Ports.choosing(() -> startOnce(options));
    }

    private static RedisCluster startOnce(String... options) {
        RedisCluster cluster = new RedisCluster();
        for (int i = 0; i < 2 * MASTERS; i++) {
            cluster.addNode(options);
        }
        cluster.servers.start();
        try {
            cluster.form();
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
        return cluster;
    }

    private void addNode(String... options) {
        int bus = RedisServer.freePort();
        List<String> all = new ArrayList<>(Arrays.asList(
                "--cluster-enabled", "yes",
                // Of its own: the usual one, 10,000 above, may be no port at all.
                "--cluster-port", Integer.toString(bus),
                "--cluster-node-timeout", "1000",
                "--cluster-replica-validity-factor", "0",
                "--repl-diskless-sync-delay", "0"));
        all.addAll(Arrays.asList(options));
        servers.add(RedisServer.absent(all.toArray(new String[0])));
        busPorts.add(bus);
    }

    private void form() {
        List<RedisServer> nodes = nodes();
        for (int i = 0; i < nodes.size(); i++) {
            nodes.get(i).command("CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(i + 1));
            if (i < MASTERS) {
                int from = i * SLOTS / MASTERS;
                int to = (i + 1) * SLOTS / MASTERS - 1;
                nodes.get(i).command("CLUSTER", "ADDSLOTSRANGE", Integer.toString(from), Integer.toString(to));
            }
            for (int j = 0; j < i; j++) {
                meet(nodes.get(i), j);
            }
        }
        for (RedisServer node : nodes) {
            Servers.await(
                    "all nodes know each other",
                    () -> node.info("cluster", "cluster_known_nodes").equals(Integer.toString(nodes.size())));
        }
        for (int i = MASTERS; i < nodes.size(); i++) {
            RedisServer replica = nodes.get(i);
            String master = id(nodes.get(i - MASTERS));
            Servers.await(
                    "a replica has its master", () -> "OK".equals(replica.command("CLUSTER", "REPLICATE", master)));
        }
        awaitHealthy();
    }

    private void meet(RedisServer node, int other) {
        node.command(
                "CLUSTER",
                "MEET",
                "127.0.0.1",
                Integer.toString(nodes().get(other).port()),
                Integer.toString(busPorts.get(other)));
    }

    /**
     * Waits until every running node says that all slots are served, and by which masters, all the same; and until
     * every running replica has its master's data, and that master says so too: until then it confirms nothing.
     */
    public void awaitHealthy() {
        Servers.await("the cluster is well", this::isHealthy);
    }

    private boolean isHealthy() {
        List<RedisServer> running = running();
        Set<Map<String, RedisServer>> views = new HashSet<>();
        for (RedisServer node : running) {
            if (!node.info("cluster", "cluster_state").equals("ok")) {
                return false;
            }
            views.add(mastersBySlots(node));
        }
        Set<RedisServer> masters = new HashSet<>(views.iterator().next().values());
        int online = 0;
        for (RedisServer node : running) {
            boolean master = node.info("replication", "role").equals("master");
            if (master != masters.contains(node)
                    || !master
                            && !node.info("replication", "master_link_status").equals("up")) {
                return false;
            }
            online += master ? ReplicatedRedis.onlineReplicas(node) : 0;
        }
        return views.size() == 1 && running.containsAll(masters) && online == running.size() - masters.size();
    }

    /** As this node knows it. */
    private Map<String, RedisServer> mastersBySlots(RedisServer node) {
        Map<String, RedisServer> masters = new HashMap<>();
        for (Object row : (List<?>) node.command("CLUSTER", "SLOTS")) {
            List<?> range = (List<?>) row;
            Long port = (Long) ((List<?>) range.get(2)).get(1);
            RedisServer master = nodes().stream()
                    .filter(each -> each.port() == port)
                    .findFirst()
                    .orElseThrow(IllegalStateException::new);
            masters.put(range.get(0) + "-" + range.get(1), master);
        }
        return masters;
    }

    private List<RedisServer> running() {
        return nodes().stream().filter(RedisServer::isAlive).collect(Collectors.toList());
    }

    public List<RedisServer> nodes() {
        return servers.all();
    }

    public List<String> addresses() {
        return nodes().stream().map(RedisServer::address).collect(Collectors.toList());
    }

    /** The running masters. */
    public List<RedisServer> masters() {
        return nodes().stream()
                .filter(node ->
                        node.isAlive() && node.info("replication", "role").equals("master"))
                .collect(Collectors.toList());
    }

    /** The slot of a key. */
    public int slot(String key) {
        return ((Long) anyone().command("CLUSTER", "KEYSLOT", key)).intValue();
    }

    /** The master of a key's slot, as one of the nodes that are running sees it. */
    public RedisServer masterOf(String key) {
        return masterOf(key, anyone());
    }

    private RedisServer masterOf(String key, RedisServer node) {
        int slot = slot(key);
        for (Map.Entry<String, RedisServer> slots : mastersBySlots(node).entrySet()) {
            String[] range = slots.getKey().split("-");
            if (Integer.parseInt(range[0]) <= slot && slot <= Integer.parseInt(range[1])) {
                return slots.getValue();
            }
        }
        throw new IllegalStateException("nobody serves slot " + slot);
    }

    /** A running replica of this node. */
    public RedisServer replicaOf(RedisServer master) {
        String port = Integer.toString(master.port());
        return nodes().stream()
                .filter(node -> node.isAlive()
                        && node.info("replication", "role").equals("slave")
                        && node.info("replication", "master_port").equals(port))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no replica of " + port));
    }

    /** Waits until another than this node serves the key, and every running node knows it. */
    public RedisServer awaitMasterOtherThan(RedisServer old, String key) {
        Servers.await("another master serves " + key, () -> {
            Set<RedisServer> masters = new HashSet<>();
            for (RedisServer node : running()) {
                if (!node.info("cluster", "cluster_state").equals("ok")) {
                    return false;
                }
                masters.add(masterOf(key, node));
            }
            return masters.size() == 1 && !masters.contains(old);
        });
        return masterOf(key);
    }

    /** Exchanges the key's master with its replica in good order (CLUSTER FAILOVER), and waits for it. */
    public RedisServer failover(String key) {
        RedisServer old = masterOf(key);
        replicaOf(old).command("CLUSTER", "FAILOVER");
        return awaitMasterOtherThan(old, key);
    }

    /** Moves the key's slot, with all that is in it, to another master, as redis-cli does. */
    public void moveSlot(String key, RedisServer to, Runnable half) {
        RedisServer from = masterOf(key);
        String slot = Integer.toString(slot(key));
        to.command("CLUSTER", "SETSLOT", slot, "IMPORTING", id(from));
        from.command("CLUSTER", "SETSLOT", slot, "MIGRATING", id(to));
        for (Object moved : (List<?>) from.command("CLUSTER", "GETKEYSINSLOT", slot, "1000")) {
            from.command("MIGRATE", "127.0.0.1", Integer.toString(to.port()), (String) moved, "0", "5000");
        }
        half.run();
        for (Object moved : (List<?>) from.command("CLUSTER", "GETKEYSINSLOT", slot, "1000")) {
            from.command("MIGRATE", "127.0.0.1", Integer.toString(to.port()), (String) moved, "0", "5000");
        }
        to.command("CLUSTER", "SETSLOT", slot, "NODE", id(to));
        from.command("CLUSTER", "SETSLOT", slot, "NODE", id(to));
    }

    private static String id(RedisServer node) {
        return (String) node.command("CLUSTER", "MYID");
    }

    private RedisServer anyone() {
        return nodes().stream()
                .filter(node ->
                        node.isAlive() && node.info("cluster", "cluster_state").equals("ok"))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the cluster is down"));
    }

    @Override
    public void close() {
        servers.close();
    }
}
