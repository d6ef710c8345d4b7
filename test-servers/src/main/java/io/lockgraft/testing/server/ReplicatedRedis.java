package io.lockgraft.testing.server;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A master and its replicas, without anything that promotes one when the master is gone. */
public final class ReplicatedRedis implements AutoCloseable {
    private final Servers servers = new Servers();

    private ReplicatedRedis() {}

    /** Starts a master with that many replicas, and waits until all have its data. */
    public static ReplicatedRedis start(int replicas, String... options) {
        return Ports.choosing(() -> startOnce(replicas, options));
    }

    private static ReplicatedRedis startOnce(int replicas, String... options) {
        ReplicatedRedis redis = new ReplicatedRedis();
        RedisServer master = redis.servers.add(RedisServer.absent(with(options)));
        for (int i = 0; i < replicas; i++) {
            redis.servers.add(RedisServer.absent(with(options, "--replicaof", "127.0.0.1 " + master.port())));
        }
        redis.servers.start();
        try {
            redis.awaitReplicas(replicas);
        } catch (RuntimeException e) {
            redis.close();
            throw e;
        }
        return redis;
    }

    /** Without the delay a replica would be without data for its first five seconds, and no one to promote. */
    private static String[] with(String[] options, String... more) {
        List<String> all = new ArrayList<>(Arrays.asList("--repl-diskless-sync-delay", "0"));
        all.addAll(Arrays.asList(options));
        all.addAll(Arrays.asList(more));
        return all.toArray(new String[0]);
    }

    /** All of them, the first master first. */
    public List<RedisServer> all() {
        return servers.all();
    }

    public List<String> addresses() {
        return all().stream().map(RedisServer::address).collect(Collectors.toList());
    }

    /** The one that says that it is the master; fails where there is none. */
    public RedisServer master() {
        return all().stream()
                .filter(server ->
                        server.isAlive() && server.info("replication", "role").equals("master"))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("there is no master"));
    }

    /** Those that are running and say that they are replicas. */
    public List<RedisServer> replicas() {
        return all().stream()
                .filter(server ->
                        server.isAlive() && server.info("replication", "role").equals("slave"))
                .collect(Collectors.toList());
    }

    /** Waits until that many replicas have the master's data. */
    public void awaitReplicas(int count) {
        Servers.await(count + " replicas are online", () -> onlineReplicas(master()) >= count);
    }

    /** As the master says: these can confirm what it has written. */
    static int onlineReplicas(RedisServer master) {
        String all = String.valueOf(master.command("INFO", "replication"));
        return all.split("state=online", -1).length - 1;
    }

    /** Makes this one the master, and the others that are running its replicas. */
    public void promote(RedisServer next) {
        next.command("REPLICAOF", "NO", "ONE");
        for (RedisServer other : all()) {
            if (other != next && other.isAlive()) {
                other.command("REPLICAOF", "127.0.0.1", Integer.toString(next.port()));
            }
        }
    }

    @Override
    public void close() {
        servers.close();
    }
}
