package io.lockgraft.testing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A cluster of three masters with a replica each, made by its own commands; a dead master is replaced in about two seconds. */
public final class RedisCluster implements AutoCloseable {
    private static final int MASTERS = 3;
    private static final int SLOTS = 16_384;

    private final Servers servers = new Servers();
    private final List<Integer> busPorts = new ArrayList<>();

    private RedisCluster() {}

    /** Starts it; a cluster that leaves frozen nodes alone is had by {@code "--cluster-node-timeout", "60000"}. */
    public static RedisCluster start(String... options) {
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

    /** Waits until every running node says that all slots are served, and every running replica has its master's data. */
    public void awaitHealthy() {
        for (RedisServer node : nodes()) {
            Servers.await(
                    "the cluster is well",
                    () -> !node.isAlive()
                            || node.info("cluster", "cluster_state").equals("ok")
                                    && (node.info("replication", "role").equals("master")
                                            || node.info("replication", "master_link_status")
                                                    .equals("up")));
        }
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

    /** The running master of a key's slot, as the nodes that are running see it. */
    public RedisServer masterOf(String key) {
        long slot = slot(key);
        for (Object row : (List<?>) anyone().command("CLUSTER", "SLOTS")) {
            List<?> range = (List<?>) row;
            if ((Long) range.get(0) <= slot && slot <= (Long) range.get(1)) {
                Long port = (Long) ((List<?>) range.get(2)).get(1);
                return nodes().stream()
                        .filter(node -> node.port() == port)
                        .findFirst()
                        .orElseThrow(IllegalStateException::new);
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

    /** Waits until another than this node serves the key. */
    public RedisServer awaitMasterOtherThan(RedisServer old, String key) {
        for (RedisServer node : nodes()) {
            Servers.await("another master serves " + key, () -> {
                return !node.isAlive() || node.info("cluster", "cluster_state").equals("ok") && masterOf(key) != old;
            });
        }
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

    /** All keys that match, on all running masters. */
    public Set<String> keys(String pattern) {
        Set<String> keys = new TreeSet<>();
        masters().forEach(master -> keys.addAll(master.keys(pattern)));
        return keys;
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
